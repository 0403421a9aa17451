import type { ConnectionId, TrayEntryId } from '@balcao/domain/ids'
import type { Heard, WhatsappGateway } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import { type CompanyWork, isPassingConflict } from '../../platform/work'
import { finish, nextEntries, type WaitingEntry } from './in-tray'
import { latestTicks } from './latest-ticks'
import { receiveHeard } from './receive-heard'

/** Entry number `entryId` could not be taken in; its act has changed nothing. */
export class EntryFailed extends Error {
  override readonly name = 'EntryFailed'
  constructor(
    readonly entryId: TrayEntryId,
    cause: unknown,
    /** So many entries before it could be, in the act that failed with it. */
    readonly goodOnes: number,
  ) {
    super(`in-tray entry ${entryId} could not be taken in`, { cause })
  }
}

/** A commit for each would cost more than the entries. Many, and whoever answers in one of the conversations waits. */
export const mostTogether = 20

interface Parts {
  readonly dataKeys: DataKeys
  readonly gateway: Pick<WhatsappGateway, 'translate'>
}

/**
 * Takes in the next entries of a lane, at most so many: rows, events, jobs and the done entries stand together or not at
 * all. What may be long (history) or is rare goes alone. Says whether there may be `more`, `empty` when nothing waits any
 * more, `busy` when another act is at this lane. Throws EntryFailed.
 */
export async function takeInNext(
  work: CompanyWork,
  { dataKeys, gateway }: Parts,
  lane: { readonly connectionId: ConnectionId; readonly lane: number },
  most = mostTogether,
): Promise<'more' | 'empty' | 'busy'> {
  const entries = await nextEntries(work, dataKeys, lane, most)
  if (entries === 'busy') return 'busy'

  const taken = await translateNext(gateway, entries)
  if (taken.length === 0) return 'empty'
  const done = taken.map(({ entry }) => entry)
  // Done if and only if all of this is: so it may be said first, on the way of the first question.
  await Promise.all([finish(work, done), receiveAll(work, dataKeys, lane, taken)])
  // Fewer than were asked for are all there were; whatever came since wakes the lane itself.
  return taken.length === entries.length && entries.length < most ? 'empty' : 'more'
}

async function receiveAll(
  work: CompanyWork,
  dataKeys: DataKeys,
  { connectionId }: { readonly connectionId: ConnectionId },
  taken: readonly Taken[],
): Promise<void> {
  for (const [at, { entry, heard }] of taken.entries()) {
    const later = taken.slice(at + 1).filter((next) => next.entry.chat === entry.chat)
    try {
      for (const one of withoutOvertaken(heard, later)) {
        await receiveHeard(work, dataKeys, { connectionId, heard: one })
      }
    } catch (cause) {
      // A passing conflict is repeated by the workplace, which knows it by its code.
      throw isPassingConflict(cause) ? cause : new EntryFailed(entry.id, cause, at)
    }
  }
}

interface Taken {
  readonly entry: WaitingEntry
  readonly heard: readonly Heard[]
}

/** The first, and as long as all are short, those that follow. */
async function translateNext(
  gateway: Pick<WhatsappGateway, 'translate'>,
  entries: readonly WaitingEntry[],
): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (const entry of entries) {
    try {
      const heard = await gateway.translate(entry.content())
      if (taken.length > 0 && !heard.every(isShort)) break
      taken.push({ entry, heard })
      if (!heard.every(isShort)) break
    } catch (cause) {
      if (taken.length === 0) throw new EntryFailed(entry.id, cause, 0)
      break // it fails in its own turn
    }
  }
  return taken
}

function isShort({ kind }: Heard): boolean {
  return kind === 'message' || kind === 'ack'
}

/** The server's acknowledgement and the receipts of a message often lie one behind the other: the last one says it. */
function withoutOvertaken(heard: readonly Heard[], later: readonly Taken[]): readonly Heard[] {
  if (!heard.some(({ kind }) => kind === 'ack')) return heard
  const all = [...heard, ...later.flatMap((next) => next.heard)]
  const wanted = new Set(latestTicks(all))
  return heard.filter((one) => wanted.has(one))
}
