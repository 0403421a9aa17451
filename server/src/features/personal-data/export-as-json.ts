import { type ExportedPerson, pathOfFileInZip } from './exported-person'
import type { ExportedMessage } from './exported-person.queries'

/** Yields the export for programs in pieces: one JSON object with the field names of this product. */
export async function* exportPersonAsJson(
  person: ExportedPerson,
  pages: AsyncIterable<readonly ExportedMessage[]>,
): AsyncGenerator<string> {
  const { contact, schedules } = person
  yield `{"madeAt":${JSON.stringify(person.madeAt)},"company":${JSON.stringify(person.companyName)},`
  yield `"contact":${JSON.stringify({
    name: contact.name,
    number: contact.number,
    email: contact.email,
    extraInfo: contact.extra_info,
    picture:
      contact.picture_key === null ? null : pathOfFileInZip(person, 'contact', contact.picture_key, null),
    createdAt: contact.created_at,
  })},\n`
  yield `"addresses":${list(person.addresses.map(({ kind, value, reported_name }) => ({ kind, value, toldName: reported_name })))},\n`
  yield `"tickets":${list(
    person.tickets.map(({ created_at, last_at, ...ticket }) => ({
      ...ticket,
      createdAt: created_at,
      lastAt: last_at,
    })),
  )},\n"messages":[\n`
  let separator = ''
  for await (const page of pages) {
    yield separator + page.map((message) => JSON.stringify(messageAsJson(person, message))).join(',\n')
    separator = ',\n'
  }
  yield `\n],\n"reactions":${list(person.reactions.map(({ message_id, ...rest }) => ({ messageId: message_id, ...rest })))},\n`
  yield `"notes":${list(
    person.notes.map(({ ticket_id, created_at, user_name, note }) => ({
      ticketId: ticket_id,
      at: created_at,
      by: user_name,
      note,
    })),
  )},\n`
  yield `"schedules":${list(
    schedules.map(({ id, send_at, status, body, file_key, file_name }) => ({
      at: send_at,
      status,
      text: body,
      file: file_key === null ? null : pathOfFileInZip(person, `schedule-${id}`, file_key, file_name),
    })),
  )},\n`
  yield `"contactLists":${list(person.listed.map(({ created_at, ...rest }) => ({ ...rest, createdAt: created_at })))},\n`
  yield `"campaigns":${list(person.campaigns.map(({ delivered_at, ...rest }) => ({ ...rest, deliveredAt: delivered_at })))},\n`
  yield `"campaignOptOuts":${list(person.optOuts.map(({ created_at, ...rest }) => ({ ...rest, at: created_at })))},\n`
  yield `"imports":${list(
    person.imported.map(({ file_name, row_number, cells, created_at }) => ({
      file: file_name,
      row: row_number,
      cells,
      createdAt: created_at,
    })),
  )}}\n`
}

function messageAsJson(person: ExportedPerson, message: ExportedMessage) {
  return {
    id: message.id,
    ticketId: message.ticket_id,
    at: message.created_at,
    fromUs: message.from_me,
    by: message.from_me ? message.user_name : message.author,
    kind: message.media_type,
    text: message.body,
    transcript: message.transcript,
    location: message.location,
    linkPreview: message.link_preview,
    notShown: message.raw_content,
    file: pathOfMessageFile(person, message),
    editedAt: message.edited_at,
    isDeleted: message.is_deleted,
    reactions: message.reactions,
  }
}

export function pathOfMessageFile(
  person: ExportedPerson,
  { id, file_key, file_name }: ExportedMessage,
): string | null {
  return file_key === null ? null : pathOfFileInZip(person, String(id), file_key, file_name)
}

const list = (values: readonly unknown[]) => `[${values.map((value) => JSON.stringify(value)).join(',\n')}]`
