import { fieldsOf } from './fields'
import { type GraphAnswer, type GraphCall, paramsOf } from './graph-call'
import { GraphError, unknownObject } from './graph-error'
import type { Upload } from './world'

const MAX_BYTES = 100 * 1024 * 1024
const TYPES = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']

/** `POST /{APP}/uploads`: begins the upload of a template's sample. */
export function beginUpload(call: GraphCall): GraphAnswer {
  const { service, caller, id, method } = call
  if (caller.app.id !== id) throw unknownObject(id, method)
  const params = fieldsOf(paramsOf(call))
  const mimeType = params.text('file_type')
  if (!TYPES.includes(mimeType)) throw new GraphError(100, `The file_type ${mimeType} is not supported.`)
  const upload: Upload = {
    id: `upload:${service.chance.bytes(18).toString('base64url')}`,
    appId: id,
    signature: service.chance.bytes(12).toString('base64url'),
    fileName: params.optionalText('file_name') ?? '',
    mimeType,
    length: params.number('file_length', 1, MAX_BYTES),
    received: 0,
  }
  service.world.uploads[upload.id] = upload
  return { body: { id: `${upload.id}?sig=${upload.signature}` } }
}

/** `POST /upload:…` with the bytes from `file_offset` on; the handle comes once all have arrived. */
export function continueUpload(call: GraphCall): GraphAnswer {
  const { service, headers, raw } = call
  const upload = uploadFor(call)
  if (Number(headers.file_offset ?? 'missing') !== upload.received)
    throw new GraphError(100, `The header file_offset must be ${upload.received}.`)
  if (raw.length === 0 || upload.received + raw.length > upload.length)
    throw new GraphError(100, `The upload has ${upload.length} bytes.`)
  upload.received += raw.length
  if (upload.received < upload.length) return { body: { id: upload.id, file_offset: upload.received } }
  upload.handle ??= `4::${service.chance.bytes(48).toString('base64')}`
  return { body: { h: upload.handle } }
}

export function getUpload(call: GraphCall): GraphAnswer {
  const { id, received } = uploadFor(call)
  return { body: { id, file_offset: received } }
}

/** The session's id carries a signature as query. */
function uploadFor({ service, caller, id, query, method }: GraphCall): Upload {
  const upload = service.world.uploads[id]
  if (upload?.appId !== caller.app.id || query.get('sig') !== upload.signature)
    throw unknownObject(id, method)
  return upload
}
