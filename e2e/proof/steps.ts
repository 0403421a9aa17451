import { setTimeout as pause } from 'node:timers/promises'
import {
  claimNextItemsOfConversations,
  insertClaimedItems,
} from '../../server/src/features/connections/outbox.queries'
import { upsertSessionKeys } from '../../server/src/features/connections/session-keys.queries'
import { insertMessages, raiseAcks } from '../../server/src/features/messages/messages.queries'
import {
  insertInboundEvents,
  markInboundEventsDone,
} from '../../server/src/features/reception/inbound-events.queries'
import type { Commit, CommitMoment } from './database-watch'
import type { Fixture } from './fixture'
import type { WirePoint } from './phones-process'

/** The killed process. */
export type Victim = 'product' | 'phones'

/** A named moment in the path of a message at which a process is killed. */
export interface Step {
  readonly name: 'ratchet' | 'receipt' | 'inbound' | 'transaction' | 'send' | 'ack' | 'ignored'
  /** A description for the table of figures. */
  readonly moment: string
  /** Kills the victim at the next such moment. Resolves when it is dead. */
  arm(fixture: Fixture, victim: Victim): Promise<void>
}

const inRatchet = (commit: Commit) => wrote(commit, insertInboundEvents, /[{,]"?[0-9a-f]{64}/)
const inTransaction = (commit: Commit) =>
  wrote(commit, markInboundEventsDone) && wrote(commit, insertMessages)
const outRatchet = (commit: Commit) =>
  wrote(commit, upsertSessionKeys, /[{,]"?(session|sender-key)[",}]/) && !wrote(commit, insertInboundEvents)
const ackInInbound = (commit: Commit) => wrote(commit, insertInboundEvents, /[{,]"?ack:/)
const ackTakenIn = (commit: Commit) => wrote(commit, raiseAcks) && wrote(commit, markInboundEventsDone)
const claimed = (commit: Commit) =>
  wrote(commit, claimNextItemsOfConversations) || wrote(commit, insertClaimedItems)

/** Two moments for most steps; they alternate. */
export const steps: readonly Step[] = [
  {
    name: 'ratchet',
    moment: 'message decrypted, its keys written, nothing committed',
    arm: (fixture, victim) => atCommit(fixture, victim, 'before', inRatchet),
  },
  {
    name: 'inbound',
    moment: 'keys and inbound event committed, no receipt yet',
    arm: (fixture, victim) => atCommit(fixture, victim, 'after', inRatchet),
  },
  {
    name: 'receipt',
    moment: 'receipt has reached the server, the message is in the inbound queue alone',
    arm: receiptAhead,
  },
  {
    name: 'transaction',
    moment: 'message, ticket and events written, nothing committed',
    arm: (fixture, victim) => atCommit(fixture, victim, 'before', inTransaction),
  },
  {
    name: 'transaction',
    moment: 'all of it committed, nobody told',
    arm: (fixture, victim) => atCommit(fixture, victim, 'after', inTransaction),
  },
  {
    name: 'send',
    moment: 'order claimed as sending, nothing encrypted',
    arm: (fixture, victim) => atCommit(fixture, victim, 'after', claimed),
  },
  {
    name: 'send',
    moment: 'outgoing ratchet committed, no stanza yet',
    arm: (fixture, victim) => atCommit(fixture, victim, 'after', outRatchet),
  },
  {
    name: 'send',
    moment: 'stanza has reached the server, no ack yet',
    arm: (fixture, victim) => atStanza(fixture, victim, 'message'),
  },
  {
    name: 'ack',
    moment: 'ack has left the server',
    arm: (fixture, victim) => atStanza(fixture, victim, 'ack'),
  },
  {
    name: 'ack',
    moment: 'ack received, its inbound event not committed',
    arm: (fixture, victim) => atCommit(fixture, victim, 'before', ackInInbound),
  },
  {
    name: 'ack',
    moment: 'tick written, not committed',
    arm: (fixture, victim) => atCommit(fixture, victim, 'before', ackTakenIn),
  },
  {
    name: 'ignored',
    moment: 'the answer to a status is at the server',
    arm: (fixture, victim) => atStanza(fixture, victim, 'status answered'),
  },
  {
    name: 'ignored',
    moment: 'the answer to a channel is at the server',
    arm: (fixture, victim) => atStanza(fixture, victim, 'channel answered'),
  },
]

export function wrote({ statements }: Commit, { name }: { readonly name: string }, values = /(?:)/): boolean {
  return statements.some((one) => one.name === name && values.test(one.values))
}

export function atCommit(
  fixture: Fixture,
  victim: Victim,
  at: CommitMoment,
  matches: (commit: Commit) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = fixture.database.listen(async (commit, moment) => {
      if (moment !== at || !matches(commit)) return 'on'
      stop()
      await fixture[victim].kill()
      resolve()
      return victim === 'product' ? 'cut' : 'on'
    })
  })
}

/** The phones' process kills itself, within the very call that reads or writes the stanza. */
export async function atStanza(
  { phones, product }: Fixture,
  victim: Victim,
  point: WirePoint,
): Promise<void> {
  if (victim === 'product') return phones.askThisLife('strikeAt', point, product.pid ?? 0)
  const { ended } = phones
  phones.askThisLife('strikeAt', point, null).catch(() => {}) // it cannot answer
  await ended
}

/**
 * So many delayed transactions can occupy every connection to the database, and no receipt is sent before one
 * continues.
 */
const heldAtMostMs = 3_000

/** Holds each message in the inbound queue until the receipt has passed, or for three seconds. */
async function receiptAhead(fixture: Fixture, victim: Victim): Promise<void> {
  let release: (how: 'on' | 'cut') => void = () => {}
  const held = new Promise<'on' | 'cut'>((resolve) => {
    release = resolve
  })
  const stop = fixture.database.listen(async (commit, moment) =>
    moment === 'before' && inTransaction(commit)
      ? Promise.race([held, pause(heldAtMostMs, 'on' as const)])
      : 'on',
  )
  await atStanza(fixture, victim, 'receipt')
  stop()
  release(victim === 'product' ? 'cut' : 'on')
}
