import type { LinkPreview } from '@balcao/domain/link-preview'
import { pathOfMessageFile } from './export-as-json'
import { type ExportedPerson, pathOfFileInZip } from './exported-person'
import type { ExportedMessage } from './exported-person.queries'

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:760px;margin:32px auto;padding:0 16px;color:#1c1c1e}
h1{font-size:24px}h2{font-size:18px;margin-top:36px;border-bottom:1px solid #ddd;padding-bottom:4px}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid #eee}
.m{padding:8px 12px;margin:8px 0;border-radius:8px;background:#f2f2f4;white-space:pre-wrap;overflow-wrap:anywhere}
.u{background:#e7f3ea;margin-left:48px}.w{font-size:12px;color:#666}
.c{white-space:normal;border-left:3px solid #ccc;padding-left:10px;margin:6px 0}.c img{max-width:120px;max-height:120px;display:block}`

/** One page without scripts, which opens in any browser and links to the files beside it. */
export async function* exportPersonAsHtml(
  person: ExportedPerson,
  pages: AsyncIterable<readonly ExportedMessage[]>,
): AsyncGenerator<string> {
  const { texts, contact } = person
  const when = clockOf(person)
  const { ticket, status, queue, attendant, tags, begun, last, rating } = texts
  const part = (title: string, cells: readonly (readonly string[])[], titles: readonly string[] = []) =>
    section(title, rows(person, titles, cells))
  const language = /^[a-zA-Z-]{2,20}$/.test(person.language) ? person.language : 'pt-BR'
  yield `<!doctype html><html lang="${language}"><meta charset="utf-8">`
  yield `<meta name="viewport" content="width=device-width"><title>${text(`${texts.title}: ${contact.name}`)}</title>`
  yield `<style>${style}</style><h1>${text(texts.title)}</h1>`
  yield `<p>${text(person.companyName)} · ${text(texts.madeAt)} ${when(person.madeAt)}</p>\n`
  yield section(
    texts.contact,
    table([
      [texts.name, text(contact.name)],
      [texts.number, text(contact.number)],
      [texts.email, text(contact.email)],
      [texts.since, when(contact.created_at)],
      ...contact.extra_info.map(({ name, value }) => [name, text(value)] as const),
      ...(contact.picture_key === null
        ? []
        : [[texts.picture, link(pathOfFileInZip(person, 'contact', contact.picture_key, null))] as const]),
      [texts.addresses, person.addresses.map(({ value }) => text(value)).join('<br>')],
      [
        texts.reportedNames,
        person.addresses
          .flatMap(({ reported_name: reported }) => (reported === null ? [] : [text(reported)]))
          .join('<br>'),
      ],
    ]),
  )
  yield part(
    texts.tickets,
    person.tickets.map((row) => [
      String(row.id),
      text(texts.statuses[row.status] ?? row.status),
      text(row.queue ?? ''),
      text(row.attendant ?? ''),
      text(row.tags.join(', ')),
      when(row.created_at),
      when(row.last_at),
      row.ratings.map((rated) => String(rated.rating)).join(', '),
    ]),
    [ticket, status, queue, attendant, tags, begun, last, rating],
  )

  yield `<h2>${text(texts.messages)}</h2>\n`
  for await (const page of pages) yield page.map((message) => messageOf(person, when, message)).join('')

  yield part(
    texts.notes,
    person.notes.map((note) => [when(note.created_at), text(note.user_name ?? ''), text(note.note)]),
  )
  yield part(
    texts.schedules,
    person.schedules.map(({ id, send_at, body, file_key, file_name }) => [
      when(send_at),
      text(body),
      file_key === null ? '' : link(pathOfFileInZip(person, `schedule-${id}`, file_key, file_name)),
    ]),
  )
  yield part(
    texts.lists,
    person.listed.map(({ list, name, number, email }) => [list, name, number, email].map(text)),
  )
  yield part(
    texts.campaigns,
    person.campaigns.map(({ campaign, name, number, state, delivered_at: at }) => [
      ...[campaign, name, number, state].map(text),
      at === null ? '' : when(at),
    ]),
  )
  yield part(
    texts.optOuts,
    person.optOuts.map(({ created_at, number, word }) => [when(created_at), text(number), text(word ?? '')]),
  )
  yield part(
    texts.imports,
    person.imported.map((row) => [when(row.created_at), text(row.file_name), text(row.cells.join(' · '))]),
  )
  yield '</html>\n'
}

function messageOf(person: ExportedPerson, when: (at: Date) => string, message: ExportedMessage): string {
  const { texts, contact } = person
  const who = message.from_me
    ? [texts.us, message.user_name].filter((part) => part !== null).join(' · ')
    : (message.author ?? contact.name)
  const file = pathOfMessageFile(person, message)
  const marks = [
    message.edited_at === null ? null : texts.edited,
    message.is_deleted ? texts.erased : null,
  ].filter((mark) => mark !== null)
  const parts = [
    `<div class="w">${text([who, when(message.created_at), `#${message.ticket_id}`, ...marks].join(' · '))}</div>`,
    text(message.body),
    ...(message.link_preview === null ? [] : [cardOf(message.link_preview)]),
    ...(message.transcript === null
      ? []
      : [`<div>${text(`${texts.transcript}: ${message.transcript}`)}</div>`]),
    ...(file === null ? [] : [`<div>${link(file)}</div>`]),
    ...(message.reactions.length === 0
      ? []
      : [
          `<div class="w">${text(
            `${texts.reactions}: ${message.reactions.map(({ emoji, from }) => `${emoji} ${from ?? ''}`.trim()).join(', ')}`,
          )}</div>`,
        ]),
  ]
  return `<div class="m${message.from_me ? ' u' : ''}">${parts.join('')}</div>\n`
}

/** A link preview with the picture from the sender's phone, so that showing it needs no network. */
function cardOf({ url, title, description, picture }: LinkPreview): string {
  const parts = [
    ...(picture === undefined ? [] : [`<img alt="" src="data:image/jpeg;base64,${text(picture)}">`]),
    `<a href="${text(url)}" rel="noopener noreferrer nofollow">${text(title)}</a>`,
    ...(description === '' ? [] : [`<div>${text(description)}</div>`]),
    `<div class="w">${text(url)}</div>`,
  ]
  return `<div class="c">${parts.join('')}</div>`
}

function clockOf({ language, timeZone }: ExportedPerson): (at: Date) => string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone })
  return (at) => text(format.format(at))
}

function section(title: string, content: string): string {
  return `<h2>${text(title)}</h2>\n${content}\n`
}

function table(facts: readonly (readonly [name: string, value: string])[]): string {
  const shown = facts.filter(([, value]) => value !== '')
  return `<table>${shown.map(([name, value]) => `<tr><th>${text(name)}<td>${value}`).join('')}</table>`
}

/** Builds table rows. Escapes the titles; the cells are HTML already. */
function rows(
  { texts }: ExportedPerson,
  titles: readonly string[],
  cells: readonly (readonly string[])[],
): string {
  if (cells.length === 0) return `<p>${text(texts.none)}</p>`
  const head = titles.length === 0 ? '' : `<tr>${titles.map((title) => `<th>${text(title)}`).join('')}`
  return `<table>${head}${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}`).join('')}`).join('\n')}</table>`
}

function link(path: string): string {
  const address = path.split('/').map(encodeURIComponent).join('/')
  return `<a href="${address}">${text(path)}</a>`
}

function text(words: string): string {
  return words.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
