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
    /** Others were in the same act, so it may be one of them that failed. */
    readonly wasTogether: boolean,
  ) {
    super(`in-tray entry ${entryId} could not be taken in`, { cause })
  }
}

/** The server's acknowledgement and the receipts of a message often lie one behind the other. */
const ticksTogether = 3

interface Parts {
  readonly dataKeys: DataKeys
  readonly gateway: Pick<WhatsappGateway, 'translate'>
}

/**
 * Takes in the next entry of a lane, with the ticks that follow upon a tick in the same chat unless it is to be `alone`:
 * rows, events, jobs and the done entries stand together or not at all. Says whether there may be `more`, `empty` when
 * nothing waits any more, `busy` when another act is at this lane. Throws EntryFailed.
 */
export async function takeInNext(
  work: CompanyWork,
  { dataKeys, gateway }: Parts,
  lane: { readonly connectionId: ConnectionId; readonly lane: number },
  { alone = false } = {},
): Promise<'more' | 'empty' | 'busy'> {
  const limit = alone ? 1 : ticksTogether
  const entries = await nextEntries(work, dataKeys, lane, limit)
  if (entries === 'busy') return 'busy'
  const [first] = entries
  if (first === undefined) return 'empty'

  let taken: readonly WaitingEntry[] = [first]
  try {
    const { together, heard } = await translateNext(gateway, entries, first)
    taken = together
    for (const one of latestTicks(heard)) {
      await receiveHeard(work, dataKeys, { connectionId: lane.connectionId, heard: one })
    }
    await finish(work, taken)
  } catch (cause) {
    // A passing conflict is repeated by the workplace, which knows it by its code.
    throw isPassingConflict(cause) ? cause : new EntryFailed(first.id, cause, taken.length > 1)
  }
  // Fewer than were asked for are all there were; whatever came since wakes the lane itself.
  return taken.length === entries.length && entries.length < limit ? 'empty' : 'more'
}

/** What the first says; and if that is ticks alone, the ticks of its chat that follow without anything in between. */
async function translateNext(
  gateway: Pick<WhatsappGateway, 'translate'>,
  entries: readonly WaitingEntry[],
  first: WaitingEntry,
): Promise<{ together: readonly WaitingEntry[]; heard: readonly Heard[] }> {
  const together = [first]
  const heard = [...(await gateway.translate(first.content()))]
  for (const next of entries.slice(1)) {
    if (next.chat !== first.chat || !heard.every(isTick)) break
    const more = await gateway.translate(next.content()).catch(() => null) // it fails in its own turn
    if (more === null || !more.every(isTick)) break
    together.push(next)
    heard.push(...more)
  }
  return { together, heard }
}

function isTick({ kind }: Heard): boolean {
  return kind === 'ack'
}
