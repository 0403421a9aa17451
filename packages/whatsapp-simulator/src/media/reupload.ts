import { aesDecryptGCM, aesEncryptGCM, hkdf, proto } from 'baileys'
import { deliver } from '../delivery'
import { sentMessage } from '../posting'
import { recordError, type Service, stampFor } from '../service'
import { attribute, type BinaryNode, bytesIn, need, node } from '../wire/nodes'
import { type Account, contactAt, type Device } from '../world'

/** A product could not download a file and asks the sender's phone to upload it again (`server-error`). */
export function answerReupload(
  service: Service,
  account: Account,
  device: Device,
  receipt: BinaryNode,
): void {
  const id = attribute(receipt, 'id')
  const asked = need(receipt, 'rmr')
  const contact = contactAt(service.world, asked.attrs.participant ?? asked.attrs.jid)
  const sent = contact && sentMessage(contact, account, id)
  const media = sent && mediaIn(proto.Message.decode(sent.message))
  if (!contact || !media?.mediaKey) throw new Error(`re-upload of ${id}, which no contact sent`)
  const key = Buffer.from(hkdf(media.mediaKey, 32, { info: 'WhatsApp Media Retry Notification' }))
  verifyRequest(service, receipt, key, id)

  const again = service.phonesHaveMedia ? service.media.uploadAgain(media.directPath ?? '') : undefined
  const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType
  const answer = proto.MediaRetryNotification.encode({
    stanzaId: id,
    result: again ? SUCCESS : NOT_FOUND,
    ...again,
  }).finish()
  const iv = service.chance.bytes(12)
  const encrypted = node('encrypt', {}, [
    node('enc_p', {}, aesEncryptGCM(answer, key, iv, Buffer.from(id))),
    node('enc_iv', {}, iv),
  ])
  const attrs = { from: account.jid, type: 'mediaretry', id, t: stampFor(service, account) }
  deliver(service, account, device, node('notification', attrs, [asked, encrypted]))
}

/** Only a reader of the message knows its key, so the key proves the right to request it. */
function verifyRequest(service: Service, receipt: BinaryNode, key: Buffer, id: string): void {
  const encrypted = need(receipt, 'encrypt')
  const plain = aesDecryptGCM(bytesIn(encrypted, 'enc_p'), key, bytesIn(encrypted, 'enc_iv'), Buffer.from(id))
  const { stanzaId } = proto.ServerErrorReceipt.decode(plain)
  if (stanzaId !== id) recordError(service, `re-upload request for ${id} speaks of ${stanzaId}`)
}

function mediaIn(message: proto.IMessage) {
  const inner = message.viewOnceMessageV2?.message ?? message
  return (
    inner.imageMessage ??
    inner.videoMessage ??
    inner.audioMessage ??
    inner.documentMessage ??
    inner.stickerMessage
  )
}
