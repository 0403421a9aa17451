import { capabilitiesOf } from '@balcao/domain/providers'
import { type BotMenu, fitsChoiceMessageLimits } from '@balcao/domain/reception/menu-words'
import type { AutomaticTextName } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../platform/work'
import { joinConsecutiveTexts } from '../messages/outgoing/join-texts'
import { conversationsWithOpenReplyWindow } from '../messages/outgoing/reply-window'
import { sendMessageDrafts, textDraft } from '../messages/outgoing/send-message'
import { recordUnsentAutomaticTexts } from '../tickets/history/add-history-entry'
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
 * Sends texts in order, joined where the provider bills messages. A text whose reply window has closed is left out and
 * recorded in the ticket's history, because only a template could be sent. Returns the texts that are sent.
 */
export async function sendAutomaticTexts(
  work: CompanyWork,
  texts: readonly AutomaticText[],
): Promise<readonly AutomaticText[]> {
  const tickets = texts.map(({ ticket }) => ticket)
  const open = await conversationsWithOpenReplyWindow(work, tickets)
  const sendable = texts.filter(({ ticket }) => open.has(ticket))
  const outgoing = sendable.map(({ ticket, body, menu = null, origin }) => ({
    ticket,
    draft: {
      ...textDraft(body, origin),
      ...(menu !== null &&
        fitsChoiceMessageLimits(menu, capabilitiesOf(ticket.provider ?? '').choices) && {
          interactive: { choices: { text: menu.intro, listLabel: menu.listLabel, choices: menu.choices } },
        }),
    },
    userId: null,
  }))
  await sendMessageDrafts(work, joinConsecutiveTexts(outgoing))
  const unsent = texts.filter(({ ticket }) => !open.has(ticket))
  await recordUnsentAutomaticTexts(work, unsent)
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
