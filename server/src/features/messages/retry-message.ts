import type { MessageId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { retryOutTray } from '../connections/hand-to-out-tray'
import { orderMediaFetch, saveMedia } from './fetch-media'
import { messageToChange } from './messages.access'
import { setFailure } from './messages.queries'
import type { UnsignedMessage } from './messages.view'
import { recordChanged } from './record-message'

/** *Try again*: a message that could not be sent, under the id reserved for it, or a media that could not be had. */
export async function retryMessage(work: PersonWork, id: MessageId): Promise<UnsignedMessage> {
  const message = await messageToChange(work, id)
  if (message.failure !== null) {
    if (!(await retryOutTray(work, id))) throw refuse('ERR_TICKET_STATE')
    return recordChanged(work, await work.db.one(setFailure, [id, null, work.now]))
  }
  if (message.media?.state !== 'failed') throw refuse('ERR_TICKET_STATE')
  orderMediaFetch(work, id)
  return recordChanged(work, await saveMedia(work, id, { ...message.media, state: 'on-its-way' }))
}
