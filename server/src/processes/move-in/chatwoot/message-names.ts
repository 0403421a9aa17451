import { createHash } from 'node:crypto'
import type { SourceDatabase } from '../source-database'
import type { SourceRow } from '../step'
import { fieldOf, parseJsonOrNull, textOf } from '../values'

/** The ids of a moved message: either its WhatsApp id or an id derived from Chatwoot's. The other is null. */
export interface MovedMessageIds {
  readonly whatsapp_id: string | null
  readonly client_id: string | null
}

/**
 * Returns the ids of one part of a Chatwoot message, which is split into one message for each attachment. Only
 * the first part may have the WhatsApp id.
 */
export function idsOfMovedMessage(
  companyId: number,
  id: string,
  sourceId: string,
  part: number,
): MovedMessageIds {
  const whatsappId = part === 0 ? whatsappIdOf(sourceId) : null
  return {
    whatsapp_id: whatsappId,
    client_id: whatsappId === null ? deriveMessageIdFromChatwootId(companyId, id, part) : null,
  }
}

/** Derives the id of a part of a message that has no WhatsApp id, or had none yet when it moved. */
export function deriveMessageIdFromChatwootId(companyId: number, id: string, part: number): string {
  return uuidOf(`chatwoot ${companyId} ${id} ${part}`)
}

/** Removes Evolution API's prefix `WAID:`, which the phone's history and acknowledgements lack. */
export function whatsappIdOf(sourceId: string): string | null {
  return sourceId.replace(/^WAID:/i, '') || null
}

/** Derives a UUID from the text. The same text always gives the same UUID. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Parses the message's content attributes, which Rails stores as JSON, or as a JSON string that contains JSON. */
export function contentAttributesOf(row: SourceRow): unknown {
  return parseJsonOrNull(parseJsonOrNull(row.content_attributes))
}

/**
 * Returns the Chatwoot id of the quoted message, and its WhatsApp id, which is used if Chatwoot does not have
 * that message. Null: unknown.
 */
export function quotedMessageOf(row: SourceRow): {
  readonly id: string | null
  readonly whatsappId: string | null
} {
  const attributes = contentAttributesOf(row)
  const id = fieldOf(attributes, 'in_reply_to')
  const whatsappId = fieldOf(attributes, 'in_reply_to_external_id')
  const isId = typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id))
  return {
    id: isId ? String(id) : null,
    whatsappId: typeof whatsappId === 'string' && whatsappId !== '' ? whatsappId : null,
  }
}

/** Maps Chatwoot's id of each quoted message to its WhatsApp id (`source_id`), or '' if it has none. */
export async function readQuotedSourceIds(
  source: SourceDatabase,
  rows: readonly SourceRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap((row) => quotedMessageOf(row).id ?? [])
  if (ids.length === 0) return new Map()
  const found = await source.rows<SourceRow>('select id, source_id from messages where id = any ($1)', [ids])
  return new Map(found.map((row) => [textOf(row, 'id'), textOf(row, 'source_id')]))
}
