import { ArrowUp } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutages } from '../../../lib/lists/outages'
import { useNow } from '../../../lib/timers'
import { EvenRows, type EvenRowsHandle } from '../../../ui/even-rows'
import { ErrorState, SkeletonRows } from '../../../ui/states'
import { useMedia, usePhone } from '../../../ui/use-media'
import { useTicketList } from '../api/list-tickets'
import type { ListView, Question } from '../list-view'
import { useTicketParts } from '../parts'
import { EmptyList } from './empty-list'
import { keptPlace } from './kept-place'
import { ListEnd } from './list-end'
import styles from './list-pane.module.css'
import { TicketRow } from './ticket-row'
import { useHeldRows } from './use-held-rows'
import { useRowKeys } from './use-row-keys'
import { useTicketSteps } from './use-ticket-steps'

/**
 * In px: the width of a row outside its line of chips, and that of its buttons where they always show
 * (ticket-row.module.css).
 */
const besideChips = 86
const buttonsOnTouch = 150
/** The width of the list beside a conversation, until it is measured. */
const usual = 360

/** The width of the line of chips, in px. Touch screens cannot hover, so pending rows always show their buttons there. */
function useChipRoom(
  rows: RefObject<HTMLElement | null>,
  hasRows: boolean,
): { readonly ofPending: number; readonly ofOthers: number } {
  const [measured, setMeasured] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element mounts with the first rows
  useLayoutEffect(() => {
    const { current: element } = rows
    if (element === null) return
    const observer = new ResizeObserver(() => setMeasured(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasRows])
  const isTouch = useMedia('(hover: none)')
  const ofOthers = (measured === 0 ? usual : measured) - besideChips
  return { ofOthers, ofPending: ofOthers - (isTouch ? buttonsOnTouch : 0) }
}

interface TicketListProps {
  readonly question: Question | undefined
  /** The list fetches nothing before this time, in milliseconds since 1970. */
  readonly restsUntil: number
  readonly view: ListView
  readonly onChange: (part: Partial<ListView>) => void
  readonly openUuid: string | undefined
}

/** One live list that loads the next page on scroll. Rows hold still under the pointer. */
export function TicketList({ question, restsUntil, view, onChange, openUuid }: TicketListProps) {
  const { t } = useTranslation('tickets')
  const list = useTicketList(question, restsUntil)
  const { prepareConversation } = useTicketParts()
  const { rows, waiting, hold, release, renew } = useHeldRows(list.tickets)
  const now = useNow(30_000)
  const outages = useOutages()
  const isPhone = usePhone()
  const scroller = useRef<EvenRowsHandle>(null)
  const { box, onKeyDown } = useRowKeys(rows.length, scroller)
  const room = useChipRoom(box, rows.length > 0)
  useTicketSteps(rows, openUuid)

  if (list.error !== null)
    return <ErrorState title={t('listFailed')} error={list.error} onRetry={list.reload} />
  if (list.isLoading) return <SkeletonRows rows={8} height="var(--row-ticket)" />
  if (rows.length === 0) return <EmptyList view={view} isAsked={question !== undefined} onChange={onChange} />

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links and buttons inside
    <div
      ref={box}
      className={styles.rows}
      onKeyDown={onKeyDown}
      onFocus={prepareConversation}
      onPointerEnter={(event) => {
        prepareConversation()
        if (event.pointerType === 'mouse') hold()
      }}
      onPointerLeave={release}
    >
      {waiting > 0 && (
        <button
          type="button"
          className={styles.waiting}
          onClick={() => {
            renew()
            scroller.current?.show(0)
          }}
        >
          <ArrowUp size={14} strokeWidth={2} aria-hidden /> {t('waitingAbove', { count: waiting })}
        </button>
      )}
      <EvenRows
        ref={scroller}
        {...keptPlace(JSON.stringify(question ?? null))}
        rows={rows}
        keyOf={({ ticket }) => ticket.id}
        foot={<ListEnd list={list} />}
        onNearEnd={list.loadMore}
      >
        {({ ticket, hasLeft }) => (
          <TicketRow
            ticket={ticket}
            hasLeft={hasLeft}
            now={now}
            room={ticket.status === 'pending' ? room.ofPending : room.ofOthers}
            isDown={outages.some(({ id }) => id === ticket.whatsappId)}
            isNarrow={isPhone}
            isSelected={ticket.uuid === openUuid}
            words={question?.searchParam ?? ''}
            found={list.found.get(ticket.id)}
          />
        )}
      </EvenRows>
    </div>
  )
}
