import { hasRoomAgain } from '@balcao/domain/storage'
import { orderMediaFetch } from '../../features/messages/media/order-media'
import { storageLimit } from '../../features/storage/storage.read'
import type { FileStore } from '../../platform/files/file-store'
import type { Workplace } from '../../platform/work'
import { messagesWithoutRoom } from './messages-without-room.queries'

/** The maximum per company and round; the rest waits for the next round. */
const mostAtOnce = 50

/** Orders media that exceeded their company's storage, newest first, once there is space. */
export async function fetchWithoutRoom(
  workplace: Workplace,
  store: Pick<FileStore, 'usedBytes'>,
): Promise<void> {
  const waiting = await workplace.withPlatform('media without room', ({ db }) =>
    db.rows(messagesWithoutRoom, { most: mostAtOnce }),
  )
  for (const { company_id: companyId, message_ids: ids } of waiting) {
    const usedBytes = await store.usedBytes(companyId)
    await workplace.withCompany({ kind: 'system', name: 'storage', companyId }, async (work) => {
      if (!hasRoomAgain({ usedBytes, limitBytes: await storageLimit(work) })) return
      for (const id of ids) orderMediaFetch(work, id)
    })
  }
}
