import { type Fixture, firstCustomer, openFixture } from './fixture'
import { concluded, type Proof } from './proof'
import { type Step, steps, type Victim } from './steps'
import { within } from './waiting'

export interface KillsOptions {
  readonly seed: number
  readonly victim: Victim
  /** Kills at each named step; its moments alternate. */
  readonly killsOfEach: number
  /** Kills of the other victim afterwards, in the same fixture. */
  readonly thenTheOther?: Pick<KillsOptions, 'killsOfEach' | 'at'>
  /** All of them by default. */
  readonly at?: readonly Step['name'][]
  /** Runs before the first kill; its result gets each kill. */
  readonly sabotage?: (fixture: Fixture) => Promise<Sabotage>
  readonly tell?: (line: string) => void
}

export interface Sabotage {
  /** Called after each kill. */
  killed(): Promise<void>
  stop(): Promise<void>
}

const allSteps = ['ratchet', 'inbound', 'receipt', 'transaction', 'send', 'ack', 'ignored'] as const

/** `kill -9` at each named step while customers write and the attendant answers, in four chats and a group. */
export async function killAtSteps(options: KillsOptions): Promise<Proof> {
  const { seed, victim, thenTheOther = { killsOfEach: 0 } } = options
  const fixture = await openFixture({ seed })
  const sabotage = await options.sabotage?.(fixture)
  try {
    const kills = new Map<string, number>()
    await killAll(fixture, { ...options, sabotage, kills })
    const other = victim === 'product' ? 'phones' : 'product'
    await killAll(fixture, { ...options, at: allSteps, ...thenTheOther, sabotage, kills, victim: other })
    return await concluded(fixture, kills)
  } finally {
    // It uses the database of the fixture, so it ends before the fixture does, also when a proof fails.
    await sabotage?.stop()
    await fixture.close()
  }
}

interface Killing extends Pick<KillsOptions, 'victim' | 'killsOfEach' | 'at' | 'tell'> {
  readonly sabotage: Sabotage | undefined
  /** Kills so far by the step's name. */
  readonly kills: Map<string, number>
}

async function killAll(
  fixture: Fixture,
  { victim, killsOfEach, at = allSteps, tell, sabotage, kills }: Killing,
): Promise<void> {
  for (const name of at) {
    const moments = steps.filter((step) => step.name === name)
    for (let kill = 0; kill < killsOfEach; kill++) {
      const step = moments[kill % moments.length]
      if (step === undefined) throw new Error(`there is no step ${name}`)
      await killOnce(fixture, victim, step)
      await sabotage?.killed()
      await (victim === 'product' ? fixture.restartProduct() : fixture.restartPhones())
      kills.set(name, (kills.get(name) ?? 0) + 1)
      tell?.(`${victim} killed at ${name} ${kill + 1}/${killsOfEach}: ${step.moment}`)
    }
  }
}

async function killOnce(fixture: Fixture, victim: Victim, step: Step): Promise<void> {
  const { conversations, phones, say, answer, besides } = fixture
  const dead = step.arm(fixture, victim)
  for (const conversation of conversations) {
    // Interrupted by the kill, these continue in the next life.
    besides(answer(conversation, step.name))
    besides(say(conversation, step.name))
    besides(phones.ask('chatter', firstCustomer(conversation), conversation.shop))
    besides(say(conversation, step.name))
  }
  await within(`the ${victim} dies at ${step.name}: ${step.moment}`, dead)
}
