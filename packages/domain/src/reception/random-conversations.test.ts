import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideReception } from './decide-reception'
import type { BotState, CustomerMessage, MenuOption, ReceptionDecision, ReceptionQueue } from './facts'
import { aQueue, type Different, facts, later, option, queueId } from './testing/reception-fixture'

// Ids are assigned afterwards, so that each option of a tree has its own.
interface Sketch {
  readonly title: string
  readonly message: string
  readonly children: readonly Sketch[]
}
const sketches = (levels: number): fc.Arbitrary<readonly Sketch[]> =>
  levels === 0
    ? fc.constant([])
    : fc.array(
        fc.record({
          title: fc.constantFrom('Boletos', 'Horários', 'um', '{{name}}', '1'),
          message: fc.constantFrom('', 'Qual?', '{{firstName}}, às {{hour}}'),
          children: sketches(levels - 1),
        }),
        { maxLength: 3 },
      )
const queues = fc
  .array(fc.record({ greeting: fc.constantFrom('', 'Olá, {{name}}'), options: sketches(4) }), {
    maxLength: 4,
  })
  .map((all) => all.map(queueOf))

/** A mark in the customer's texts: it must never come back, and a template in it must never be filled. */
const mark = 'eu-mesmo{{protocol}}'
const answers = fc.oneof(
  fc.constantFrom('1', '2', '3', '0', '#', 'um', 'dois', '3️⃣', 'boletos', '', '99', '#'),
  fc.string().map((text) => `${mark}${text}`),
)
const messages: fc.Arbitrary<CustomerMessage> = fc.oneof(
  { weight: 8, arbitrary: answers.map((text) => ({ kind: 'text', text }) as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ kind: 'no-words', sent: 'sound' }, { kind: 'unreadable' }, { kind: 'call' }),
  },
)
const conversations = fc.record({
  queues,
  messages: fc.array(messages, { minLength: 1, maxLength: 40 }),
  most: fc.integer({ min: 0, max: 4 }),
  minutesBetween: fc.integer({ min: 0, max: 3 }),
  sendQueueId: fc.constantFrom(null, 1, 2, 9),
  takenOverAfter: fc.integer({ min: 0, max: 60 }),
  /** Every third message comes over another connection, which has only the first queue. */
  hasBranch: fc.boolean(),
})

function queueOf(
  { greeting, options }: { greeting: string; options: readonly Sketch[] },
  at: number,
): ReceptionQueue {
  let id = 0
  const grown = (all: readonly Sketch[]): MenuOption[] =>
    all.map(({ title, message, children }, place) => option(place + 1, title, message, grown(children), ++id))
  return aQueue(at + 1, `Fila ${at + 1}`, { greetingMessage: greeting, options: grown(options) })
}

interface Step {
  readonly message: CustomerMessage
  readonly before: BotState | null
  readonly after: BotState | null
  readonly decisions: readonly ReceptionDecision[]
  readonly isTakenOver: boolean
}

/** A whole conversation, applied as the server does. */
function play(one: typeof conversations extends fc.Arbitrary<infer T> ? T : never): Step[] {
  let place: BotState | null = null
  let at: number | null = null
  return one.messages.map((message, nth) => {
    const isTakenOver = nth >= one.takenOverAfter
    const different: Different = {
      message,
      queues: one.hasBranch && nth % 3 === 2 ? one.queues.slice(0, 1) : one.queues,
      bot: place,
      now: later(nth),
      ticket: { isNew: nth === 0, queueId: at === null ? null : queueId(at), wasTakenOver: isTakenOver },
      connection: {
        maxUseBotQueues: one.most,
        timeUseBotQueues: one.minutesBetween,
        sendQueueId: one.sendQueueId === null ? null : queueId(one.sendQueueId),
      },
    }
    const decisions = decideReception(facts('', different))
    const before = place
    for (const decision of decisions) {
      if (decision.decision === 'assign-queue') at = decision.queueId
      if (decision.decision === 'leave-queue') at = null
      if (decision.decision === 'stand') place = decision.place
    }
    return { message, before, after: place, decisions, isTakenOver }
  })
}

const textsOf = ({ decisions }: Step) =>
  decisions.flatMap((one) => (one.decision === 'say' ? [one.text] : []))
const repeats = (step: Step) => textsOf(step).some((text) => /^(Não encontrei|Por aqui ainda)/.test(text))

test('BOT-04 random trees and answers: one answer each, the limit holds, none after a person', () => {
  fc.assert(
    fc.property(conversations, (one) => {
      let inARow = 0
      for (const step of play(one)) {
        const texts = textsOf(step)
        // The bot sends one text for each message only, so it cannot loop, not even with another bot.
        expect(texts.length).toBeLessThanOrEqual(1)
        if (step.isTakenOver || step.message.kind === 'call') expect(texts).toEqual([])
        if (step.before?.stage === 'ended' && texts.length > 0) {
          expect(step.message).toMatchObject({ kind: 'text', text: '#' })
        }
        inARow = repeats(step) ? inARow + 1 : step.after?.invalidAnswers === 0 ? 0 : inARow
        if (one.most > 0) expect(inARow).toBeLessThanOrEqual(one.most)
        for (const text of texts) {
          expect(text.trim()).not.toBe('')
          expect(text).not.toContain('eu-mesmo')
        }
      }
    }),
    { numRuns: 400 },
  )
})

test('BOT-04 a customer who always answers wrongly reaches a person, and the bot goes silent', () => {
  fc.assert(
    fc.property(queues, fc.integer({ min: 1, max: 5 }), (all, most) => {
      const wrong = Array.from({ length: most + 10 }, () => ({ kind: 'text', text: mark }) as const)
      const steps = play({
        queues: all,
        messages: wrong,
        most,
        minutesBetween: 0,
        sendQueueId: null,
        takenOverAfter: 1_000,
        hasBranch: false,
      })

      expect(steps.filter(repeats).length).toBeLessThanOrEqual(most)
      expect(steps.slice(most + 2).flatMap(textsOf)).toEqual([])
    }),
    { numRuns: 200 },
  )
})
