import { capabilitiesOf } from '@balcao/domain/providers'
import { type BotMenu, fitsChoiceMessageLimits } from '@balcao/domain/reception/menu-words'
import type { AutomaticTextName } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../platform/work'
import { joinConsecutiveTexts } from '../messages/outgoing/join-texts'
import { conversationsWithOpenReplyWindow } from '../messages/outgoing/reply-window'
import { sendMessageDrafts } from '../messages/outgoing/send-message'
import { recordUnsentAutomaticTexts } from '../tickets/history/note-unsent'
import type { TicketRow } from '../tickets/tickets.queries'

interface AutomaticText {
  readonly ticket: TicketRow
  readonly body: string
  /** The parts of the body, if it is a menu. */
  readonly menu?: BotMenu | null
  readonly origin: 'automatic' | 'bot'
  /** The name of the text in the ticket's history. */
  readonly name: AutomaticTextName
}

/**
 * Sends automatic texts, marked as written by the system or by the menu; within a ticket their order stays.
 * If the provider bills messages, the texts of a ticket are joined into one. A text whose reply window has
 * closed is left out, because only a template could be sent; the ticket's history records this. Returns the
 * texts that are sent.
 */
export async function sendAutomaticTexts(
  work: CompanyWork,
  texts: readonly AutomaticText[],
): Promise<readonly AutomaticText[]> {
  const open = await conversationsWithOpenReplyWindow(
    work,
    texts.map(({ ticket }) => ticket),
  )
  const sendable = texts.filter(({ ticket }) => open.has(ticket))
  const outgoing = sendable.map(({ ticket, body, menu = null, origin }) => ({
    ticket,
    draft: {
      ...{ body, clientId: null, mediaType: null, media: null, quotedId: null, origin },
      ...(menu !== null &&
        fitsChoiceMessageLimits(menu, capabilitiesOf(ticket.provider ?? '').choices) && {
          interactive: { choices: { text: menu.intro, listLabel: menu.listLabel, choices: menu.choices } },
        }),
    },
    userId: null,
  }))
  await sendMessageDrafts(work, joinConsecutiveTexts(outgoing))
  await recordUnsentAutomaticTexts(
    work,
    texts.filter(({ ticket }) => !open.has(ticket)),
  )
  return sendable
}

/** Sends one automatic text. False: it was left out, because the reply window has closed. */
export async function sendAutomaticText(
  work: CompanyWork,
  ticket: TicketRow,
  { name, body }: Pick<AutomaticText, 'name' | 'body'>,
): Promise<boolean> {
  return (await sendAutomaticTexts(work, [{ ticket, name, body, origin: 'automatic' }])).length > 0
}
