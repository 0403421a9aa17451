import type { MoveInSkipReason } from '@balcao/domain/move-ins'

/** Why a row of the source was not moved, or moved differently, in the words of the command's report. */
export const skipReasonTexts = {
  renamed: 'Moved under another name: its own was taken.',
  merged: 'Moved into another contact: both are one person.',
  'closed-beside-another': 'Moved as closed: a contact has one live ticket.',
  activity: 'Not moved: a line that the other product wrote about an act.',
  'same-message': 'Not moved: another ticket has the same message.',
  'contact-missing': 'Not moved: its contact did not move.',
  'ticket-missing': 'Not moved: its ticket did not move.',
  'message-missing': 'Not moved: the message that it is about is not in the source.',
  'file-missing': 'Moved without its file, which is not in the folder or may be another company’s.',
  'no-number': 'Not moved: it has no number that WhatsApp knows.',
  'bot-unusable': 'Not moved: it is a bot of another kind, or lacks what its kind needs here.',
  'other-channel': 'Not moved: it is of another channel than WhatsApp.',
  'email-taken': 'Not moved: another account signs in with its e-mail.',
  'email-missing': 'Not moved: it has no e-mail to sign in with.',
  'left-out': 'Not moved: the mapping leaves it out.',
  'password-not-readable': 'Moved without its password: an admin gives a new one.',
  'super-not-given': 'Moved without the rights over the platform.',
  'token-too-short': 'Moved without its token, which is too short to be safe.',
  'access-data-lost': 'Moved without its access data of Meta: an admin enters them again.',
  'greeting-media-lost': 'Moved without the file of its greeting.',
  'forward-lost': 'Moved without its way into another queue.',
  'media-lost': 'Moved without its file: there is no place for it here.',
  'list-missing': 'Not moved: its list did not move.',
  'campaign-missing': 'Not moved: its campaign did not move.',
  'chat-missing': 'Not moved: its chat did not move.',
  'members-missing': 'Not moved: none of its members moved.',
  'parent-missing': 'Not moved: its queue or the option above it did not move.',
  'hours-lost': 'Moved without days or hours that have no place here: look at its opening hours.',
  'pair-missing': 'Not moved: one of the two that it joins did not move.',
  'same-number': 'Not moved: its list has the number already.',
  'no-counterpart': 'Not moved: there is no such setting here.',
  'no-rating': 'Not moved: its rating is none.',
  'no-time': 'Not moved: it has no time.',
} as const satisfies Record<MoveInSkipReason, string>

export type SkipReason = MoveInSkipReason

/** Reasons that may no longer hold at a later run, which tries rows skipped for them again. */
export const retriedSkipReasons = [
  'file-missing',
  'contact-missing',
  'ticket-missing',
  'message-missing',
  'list-missing',
  'campaign-missing',
  'chat-missing',
  'members-missing',
  'email-taken',
  'email-missing',
  'left-out',
] as const satisfies readonly SkipReason[]
