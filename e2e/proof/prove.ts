import { cpus } from 'node:os'
import { backupUnderLoad } from './backup-under-load'
import { botConversations } from './bot-conversations'
import { campaigns } from './campaigns'
import { databaseKills } from './database-kills'
import { day } from './day'
import { dayBites } from './day-bites'
import { closeFixtures } from './fixture'
import { killAtSteps } from './kill-at-steps'
import { longAbsence } from './long-absence'
import { manyMessages } from './many-messages'
import { moveBetweenCells } from './move-between-cells'
import { moveSession } from './move-session'
import { neighbours } from './neighbours'
import { officialNumber } from './official-number'
import { isProven, type Proof } from './proof'
import { repeated } from './repeated'
import { withoutJournal } from './without-journal'

/**
 * `npm run prove`: the long proofs of docs/exactly-once.md, one after the other; `npm run prove -- product many` runs
 * some. Prints a line for each kill and a table for each proof; ends with 1 if anything was lost, doubled, out of order
 * or sent with a used counter, or if the last proof, which lacks the mechanism, lost nothing.
 */
interface Part {
  readonly title: string
  readonly mustLose?: boolean
  /** The part that runs after it. */
  readonly next?: string
  prove(seed: number, tell: (line: string) => void): Promise<Proof>
}

/** Kills at each step; PROOF_KILLS shortens it. */
const killsOfEach = Number(process.env.PROOF_KILLS ?? 20)

/** Contacts of all campaigns together; PROOF_CONTACTS shortens it. */
const contacts = Number(process.env.PROOF_CONTACTS ?? 10_000)
/**
 * Each writes to one contact a second at most; more numbers than the machine can keep busy only take longer to link.
 */
const campaignNumbers = Math.min(20, Math.ceil(contacts / 200))

/** Seconds of each attack; PROOF_SECONDS shortens it, PROOF_ATTACK selects one. */
const attackSeconds = Number(process.env.PROOF_SECONDS ?? 60)

/** Messages of the company that moves; PROOF_MESSAGES shortens it. */
const movedMessages = Number(process.env.PROOF_MESSAGES ?? 70_000)

/** Customers of each number whose session moves; PROOF_CUSTOMERS shortens it. */
const movedCustomers = Number(process.env.PROOF_CUSTOMERS ?? 200)

/** Messages in the database before a backup; PROOF_MESSAGES shortens it. */
const backedUpMessages = Number(process.env.PROOF_MESSAGES ?? 100_000)

/** Messages of an official number; PROOF_WEBHOOKS shortens it. */
const webhooks = Number(process.env.PROOF_WEBHOOKS ?? 10_000)

/** Messages in each direction around each fault of the day; PROOF_TRAFFIC shortens it, PROOF_PART selects some. */
const dayMessages = Number(process.env.PROOF_TRAFFIC ?? 40)

const parts: Readonly<Record<string, Part>> = {
  product: {
    title: `the product killed at each step, ${killsOfEach} times each`,
    prove: (seed, tell) => killAtSteps({ seed, tell, victim: 'product', killsOfEach }),
  },
  whatsapp: {
    title: `the simulated WhatsApp killed at each step, ${killsOfEach} times each`,
    prove: (seed, tell) => killAtSteps({ seed, tell, victim: 'phones', killsOfEach }),
  },
  many: {
    title: '1,000 in over four numbers and a group, 500 out, ten random kills, five silences of the server',
    prove: (seed, tell) =>
      manyMessages({ seed, tell, incoming: 1_000, outgoing: 500, kills: 10, timeOuts: 5 }),
  },
  'whatsapp-many': {
    title:
      '1,000 in over four numbers and a group, 500 out, ten random kills of the simulated WhatsApp alone',
    prove: (seed, tell) =>
      manyMessages({ seed, tell, incoming: 1_000, outgoing: 500, kills: 0, phoneKills: 10, timeOuts: 0 }),
  },
  absence: {
    title: 'down for ten minutes, 300 messages waiting',
    prove: (seed, tell) => longAbsence({ seed, tell, messages: 300, minutes: 10 }),
  },
  repeated: {
    title: 'delivered twice, handed over again, said twice, acks in the wrong order, 50 of each',
    prove: (seed) => repeated({ seed, messages: 50 }),
  },
  bots: {
    title:
      'twenty customers at once with a menu, an assistant, a webhook and a Typebot, the product killed three times in the middle',
    prove: (seed, tell) => botConversations({ seed, tell, customers: 20, kills: 3 }),
  },
  campaigns: {
    title: `${contacts} contacts of campaigns over ${campaignNumbers} numbers, one in ten not on WhatsApp or refused, the product killed three times; a 463 pauses two campaigns`,
    prove: (seed, tell) =>
      campaigns({
        seed,
        tell,
        numbers: campaignNumbers,
        contactsOfEach: Math.ceil(contacts / campaignNumbers),
        kills: 3,
      }),
  },
  kills: {
    title: 'each process of the database killed, the product, both; the database frozen, the disk full',
    prove: (seed, tell) => databaseKills({ seed, tell, only: process.env.PROOF_TROUBLE ?? '' }),
  },
  day: {
    title:
      'five processes with HAProxy, Redis, S3 and a synchronous standby: each killed, each stopped in order',
    prove: (seed, tell) =>
      day({
        seed,
        tell,
        servers: 'debian',
        updates: true,
        pages: 10,
        messages: dayMessages,
        withinMs: 5_000,
        only: process.env.PROOF_PART ?? '',
      }),
    next: 'day-bites',
  },
  'day-bites': {
    title:
      'the day with other secrets, with dead processes that count as living, with a mute bus: each must be noticed',
    prove: (seed, tell) => dayBites({ seed, tell }),
  },
  cells: {
    title: `a company of ${movedMessages} messages moved to another cell while messages come in and go out`,
    prove: (seed, tell) => moveBetweenCells({ seed, tell, messages: movedMessages, stoppedMs: 500 }),
  },
  'move-session': {
    title: `linked numbers of a stopped server moved from the database of ticketz, of Whaticket, and from a folder, while ${movedCustomers} customers of each write on`,
    prove: (seed, tell) => moveSession({ seed, tell, customers: movedCustomers }),
  },
  backup: {
    title: `a backup of ${backedUpMessages} messages while 200 a second come in and go out, restored into an empty folder`,
    prove: (seed, tell) =>
      backupUnderLoad({ seed, tell, perSecond: 200, seconds: 30, messages: backedUpMessages }),
  },
  official: {
    title: `${webhooks} webhooks of an official number, a fifth twice, statuses among them, ten kills; 500 answers, one in five unclear`,
    prove: (seed, tell) => officialNumber({ seed, tell, webhooks, kills: 10, sends: 500 }),
  },
  neighbours: {
    title: `one company at its worst beside a quiet one, ${attackSeconds} s for each attack`,
    prove: (seed, tell) =>
      neighbours({ seed, seconds: attackSeconds, only: process.env.PROOF_ATTACK ?? '', tell }),
  },
  bite: {
    title: 'the product killed without the mechanism: this must lose messages',
    mustLose: true,
    prove: (seed, tell) =>
      killAtSteps({
        seed,
        tell,
        victim: 'product',
        killsOfEach: 4,
        at: ['receipt'],
        sabotage: withoutJournal,
      }),
  },
}

async function main(): Promise<void> {
  const seed = Number(process.env.PROOF_SEED ?? 42)
  const asked = process.argv.slice(2)
  const names =
    asked.length > 0 ? asked.flatMap((name) => [name, parts[name]?.next ?? []].flat()) : Object.keys(parts)
  say(
    `Seed ${seed} (PROOF_SEED), Node ${process.version}, ${cpus().length} cores, ${new Date().toISOString()}`,
  )
  let isAllProven = true
  for (const name of names) {
    const part = parts[name]
    if (part === undefined)
      throw new Error(`there is no part ${name}; there are ${Object.keys(parts).join(', ')}`)
    isAllProven = (await prove(name, part, seed)) && isAllProven
  }
  say(isAllProven ? 'Proven.' : 'NOT PROVEN: see above.')
  process.exitCode = isAllProven ? 0 : 1
}

async function prove(name: string, { title, mustLose = false, prove }: Part, seed: number): Promise<boolean> {
  const began = performance.now()
  const time = () => `${Math.round((performance.now() - began) / 1000)} s`.padStart(6)
  say(`\n${name}: ${title}`)
  const proof = await prove(seed, (line) => say(`${time()}  ${line}`))
  table(proof)
  for (const trouble of proof.troubles) say(`  ${trouble}`)
  say(`${name} took ${time().trim()}`)
  const lost = [...proof.parts.values()].reduce((sum, figures) => sum + figures.lost, 0)
  return mustLose ? lost > 0 : isProven(proof)
}

function table({ parts, seconds }: Proof): void {
  const [first] = parts.values()
  if (first === undefined) return
  const heads = [...Object.keys(first), ...(seconds === undefined ? [] : ['works after'])]
  say(`| part | ${heads.join(' | ')} |`)
  say(`|---|${heads.map(() => '---:|').join('')}`)
  for (const [name, figures] of parts) {
    const took = seconds?.get(name)
    const cells = [
      ...Object.values(figures),
      ...(seconds === undefined ? [] : [took ? `${took.toFixed(1)} s` : '']),
    ]
    say(`| ${name} | ${cells.join(' | ')} |`)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeFixtures().finally(() => process.exit(1)))
}
await main().finally(closeFixtures)
