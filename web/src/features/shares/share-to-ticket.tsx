import { sharePagePath } from '@balcao/contract/share'
import type { TicketView } from '@balcao/contract/tickets'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { timeOrDateAndTime } from '../../lib/dates'
import { urlOfTicket } from '../../lib/ticket-address'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { PageLayout } from '../../ui/page'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { showError, showToast } from '../../ui/toasts'
import { useNameOfShare, useShareContent, waitingSharesQueryKey } from './api/shares'
import { deleteShare, type WaitingShare } from './kept-shares'
import type { SharePageComponents } from './parts'
import { SharedContent } from './shared-things'
import styles from './shares.module.css'
import { TicketPicker } from './ticket-choice'

interface ShareToTicketProps extends SharePageComponents {
  readonly share: WaitingShare
  readonly others: readonly WaitingShare[]
  /** The text of a problem: a newer share could not be stored, or the requested share no longer exists. */
  readonly trouble: string | null
}

export function ShareToTicket(props: ShareToTicketProps) {
  const { share, others, trouble, FilePreview, refusalOf, addToDraft } = props
  const { t } = useTranslation('shares')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isDiscarding, setDiscarding] = useState(false)
  const isTaking = useRef(false)
  const { data: content, error, refetch } = useShareContent(share.id)
  const readAgain = () => client.invalidateQueries({ queryKey: waitingSharesQueryKey })

  const files = content?.files.map((file) => ({ file, refusal: refusalOf(file) })) ?? []
  const sendable = files.filter(({ refusal }) => refusal === undefined).map(({ file }) => file)
  const text = content?.text ?? ''

  async function take(ticket: TicketView): Promise<void> {
    if (isTaking.current) return
    isTaking.current = true
    try {
      if (!(await deleteShare(share.id))) return sayGone()
      addToDraft(ticket.id, { text, files: sendable })
      client.setQueryData(waitingSharesQueryKey, others)
      if (ticket.status === 'pending') showToast('info', t('waitsForAccept'))
      void navigate(urlOfTicket(ticket), { replace: true })
    } catch (error) {
      showError(error)
    } finally {
      isTaking.current = false
    }
  }

  function sayGone(): void {
    showToast('error', t('gone'))
    void readAgain()
  }

  async function discard(): Promise<void> {
    try {
      await deleteShare(share.id)
    } catch (error) {
      showError(error)
      throw error
    }
    void readAgain()
    void navigate(sharePagePath, { replace: true })
  }

  return (
    <PageLayout
      intro={t('intro')}
      actions={<Button onClick={() => setDiscarding(true)}>{t('common:discard')}</Button>}
    >
      <div className={styles.column}>
        {trouble !== null && (
          <p role="alert" className={styles.problem}>
            {trouble}
          </p>
        )}
        <section aria-label={t('shared')}>
          <h2 className={styles.heading}>
            {t('shared')} · {timeOrDateAndTime(share.at, Date.now())}
          </h2>
          {error !== null ? (
            <ErrorState title={t('unreadable')} error={error} onRetry={() => void refetch()} />
          ) : content === undefined ? (
            <SkeletonRows rows={1} height={64} />
          ) : content === null ? (
            <p className={styles.nothing}>{t('gone')}</p>
          ) : (
            <SharedContent files={files} text={text} isCut={content.isCut} FilePreview={FilePreview} />
          )}
          <WaitingShares shares={others} />
        </section>
        {(sendable.length > 0 || text !== '') && (
          <section aria-label={t('choose')}>
            <h2 className={styles.heading}>{t('choose')}</h2>
            <TicketPicker onChoose={(ticket) => void take(ticket)} />
          </section>
        )}
      </div>
      {isDiscarding && (
        <ConfirmDialog
          title={t('discardTitle')}
          confirm={t('common:discard')}
          destroys
          onClose={() => setDiscarding(false)}
          onConfirm={discard}
        >
          {t('discardMeaning')}
        </ConfirmDialog>
      )}
    </PageLayout>
  )
}

function WaitingShares({ shares }: { shares: readonly WaitingShare[] }) {
  const { t } = useTranslation('shares')
  if (shares.length === 0) return null
  return (
    <p className={styles.others}>
      {t('alsoWait', { count: shares.length })}
      {shares.map((share) => (
        <WaitingShareItem key={share.id} share={share} />
      ))}
    </p>
  )
}

function WaitingShareItem({ share: { id, at } }: { share: WaitingShare }) {
  const { data: name } = useNameOfShare(id)
  const moment = timeOrDateAndTime(at, Date.now())
  return (
    <Link to={`/share?id=${id}`}>
      {typeof name === 'string' && <span className={styles.otherName}>{name}</span>}
      <span>{typeof name === 'string' ? `· ${moment}` : moment}</span>
    </Link>
  )
}
