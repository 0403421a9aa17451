import type { ConnectionId, TrayEntryId } from '@balcao/domain/ids'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import { type CompanyWork, isPassingConflict } from '../../platform/work'
import { finish, nextEntry } from './in-tray'
import { receiveHeard } from './receive-heard'

/** Entry number `entryId` could not be taken in; its act has changed nothing. */
export class EntryFailed extends Error {
  override readonly name = 'EntryFailed'
  constructor(
    readonly entryId: TrayEntryId,
    cause: unknown,
  ) {
    super(`in-tray entry ${entryId} could not be taken in`, { cause })
  }
}

/**
 * Takes in the next entry of a lane: rows, events, jobs and the done entry stand together or not at all. Says `taken`,
 * `busy` when another act is at this lane, `empty` when nothing waits. Throws EntryFailed.
 */
export async function takeInNextEntry(
  work: CompanyWork,
  { dataKeys, gateway }: { dataKeys: DataKeys; gateway: Pick<WhatsappGateway, 'translate'> },
  lane: { readonly connectionId: ConnectionId; readonly lane: number },
): Promise<'taken' | 'busy' | 'empty'> {
  const entry = await nextEntry(work, dataKeys, lane)
  if (entry === 'busy' || entry === 'empty') return entry

  try {
    for (const heard of await gateway.translate(entry.content())) {
      await receiveHeard(work, dataKeys, { connectionId: lane.connectionId, heard })
    }
    await finish(work, entry.id)
  } catch (cause) {
    // A passing conflict is repeated by the workplace, which knows it by its code.
    throw isPassingConflict(cause) ? cause : new EntryFailed(entry.id, cause)
  }
  return 'taken'
}
