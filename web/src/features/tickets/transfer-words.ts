import type { TransferNotice } from '@balcao/contract/live'
import type { TFunction } from 'i18next'

/** The text for people who saw the ticket until a colleague transferred it. */
export function transferWords(
  { by, contactName, user, queueName }: TransferNotice,
  t: TFunction<'tickets'>,
): string {
  const names = { by: by.name, contact: contactName }
  if (user?.id === by.id) return t('transferredToThemselves', names)
  if (user !== null) return t('transferredToUser', { ...names, user: user.name })
  return queueName === null
    ? t('transferredAway', names)
    : t('transferredToQueue', { ...names, queue: queueName })
}
