import type { TicketView } from '@balcao/contract/tickets'
import { limits } from '@balcao/domain/limits'
import { ArrowUp, Inbox, Search } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutages } from '../../../lib/lists/outages'
import { onSignOut } from '../../../lib/session'
import { useShortcut } from '../../../lib/shortcuts'
import { useNow } from '../../../lib/timers'
import { Button } from '../../../ui/button'
import { VirtualRows, type VirtualRowsHandle } from '../../../ui/even-rows'
import { EmptyState, ErrorState, NoResultsState, ScreenStateLayout, SkeletonRows } from '../../../ui/states'
import { useIsPhone, useMediaQuery } from '../../../ui/use-media'
import { useHasNoQueues } from '../api/choices'
import { useTicketList } from '../api/list-tickets'
import { type FrozenTicketRows, freezeRowOrder, type TicketListRow, toTicketListRows } from '../held-rows'
import type { TicketListQuery, TicketListViewProps } from '../list-view'
import { useTicketAreaComponents } from '../parts'
import { useTicketNavigation } from '../use-list-view'
import { TicketListEnd } from './list-end'
import styles from './list-pane.module.css'
import { TicketRow } from './ticket-row'
import { useRowKeyboardNavigation } from './use-row-keys'

/** The width of everything in a row except its chips, in px (ticket-row.module.css). */
const besideChips = 86
/** The width of a row's buttons on touch screens, where they are always visible, in px. */
const buttonsOnTouch = 150
/** The width of the list beside a conversation in px, assumed until the list is measured. */
const usual = 360

/** In px: the widths for chips in pending and in other rows. On touch screens the buttons of pending rows take room. */
function useChipRoom(rows: RefObject<HTMLElement | null>, hasRows: boolean) {
  const [measured, setMeasured] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element mounts with the first rows
  useLayoutEffect(() => {
    const { current: element } = rows
    if (element === null) return
    const observer = new ResizeObserver(() => setMeasured(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasRows])
  const isTouch = useMediaQuery('(hover: none)')
  const ofOthers = (measured === 0 ? usual : measured) - besideChips
  return { ofOthers, ofPending: ofOthers - (isTouch ? buttonsOnTouch : 0) }
}

interface TicketListProps extends TicketListViewProps {
  readonly question: TicketListQuery | undefined
  /** The list fetches nothing before this time, in milliseconds since 1970. */
  readonly restsUntil: number
  readonly openUuid: string | undefined
}

/** A live list of tickets. Rows do not move under the pointer. */
export function TicketList({ question, restsUntil, view, onChange, openUuid }: TicketListProps) {
  const { t } = useTranslation('tickets')
  const list = useTicketList(question, restsUntil)
  const { prepareConversation } = useTicketAreaComponents()
  const { rows, waiting, hold, release, renew } = useHeldRows(list.tickets)
  const now = useNow(30_000)
  const outages = useOutages()
  const isPhone = useIsPhone()
  const scroller = useRef<VirtualRowsHandle>(null)
  const { box, onKeyDown } = useRowKeyboardNavigation(rows.length, scroller)
  const room = useChipRoom(box, rows.length > 0)
  useTicketSteps(rows, openUuid)

  if (list.error !== null)
    return <ErrorState title={t('listFailed')} error={list.error} onRetry={list.reload} />
  if (list.isLoading) return <SkeletonRows rows={8} height="var(--row-ticket)" />
  if (rows.length === 0)
    return <EmptyTicketList view={view} isAsked={question !== undefined} onChange={onChange} />

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
      <VirtualRows
        ref={scroller}
        {...createListScrollStore(JSON.stringify(question ?? null))}
        rows={rows}
        keyOf={({ ticket }) => ticket.id}
        foot={<TicketListEnd list={list} />}
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
      </VirtualRows>
    </div>
  )
}

function useHeldRows(tickets: readonly TicketView[]) {
  const [shown, setShown] = useState<readonly TicketListRow[] | null>(null)
  const held: FrozenTicketRows =
    shown === null ? { rows: toTicketListRows(tickets), waiting: 0 } : freezeRowOrder(shown, tickets)
  return {
    ...held,
    hold: () => setShown((before) => before ?? toTicketListRows(tickets)),
    release: () => setShown(null),
    /** Shows the rows in the server's current order, which they then keep until `renew` or `release`. */
    renew: () => setShown(toTicketListRows(tickets)),
  }
}

/** The shortcuts for the next and previous ticket. They skip pending tickets, which only Accept opens. */
function useTicketSteps(rows: readonly TicketListRow[], openUuid: string | undefined): void {
  const { open } = useTicketNavigation()
  const uuids = rows
    .filter(({ ticket, hasLeft }) => ticket.status !== 'pending' && !hasLeft)
    .map(({ ticket }) => ticket.uuid)
  const at = openUuid === undefined ? -1 : uuids.indexOf(openUuid)
  const next = uuids[at + 1]
  const previous = at < 0 ? undefined : uuids[at - 1]
  useShortcut('nextTicket', next === undefined ? undefined : () => open(next))
  useShortcut('previousTicket', previous === undefined ? undefined : () => open(previous))
}

/** The list that was left last, and its scroll position in px. */
let left: { readonly list: string; readonly place: number } | null = null

onSignOut(() => {
  left = null
})

/** Stores and restores the scroll position of a list: on phones an open conversation unmounts the list. */
export function createListScrollStore(list: string) {
  return {
    place: () => (left !== null && left.list === list ? left.place : 0),
    onPlace: (now: number) => {
      left = { list, place: now }
    },
  }
}

interface EmptyListProps extends TicketListViewProps {
  /** A query exists. False for a search without text and filters, which fetches nothing. */
  readonly isAsked: boolean
}

/** Says why the list is empty, and offers the next step (TICKET-53). */
function EmptyTicketList({ view, isAsked, onChange }: EmptyListProps) {
  const { t } = useTranslation('tickets')
  const hasNoQueues = useHasNoQueues()
  if (!isAsked) {
    const isShort = view.text !== '' && view.text.length < limits.searchMinimum
    return (
      <ScreenStateLayout
        icon={Search}
        title={t('searchTitle')}
        text={t(isShort ? 'typeThree' : 'searchText')}
      />
    )
  }
  if (view.tab === 'search' && view.text !== '') {
    return (
      <NoResultsState
        search={view.text}
        where={t('searchedWhere')}
        onClear={() => onChange({ text: '', tags: [], users: [] })}
      />
    )
  }
  if (hasNoQueues) return <EmptyState icon={Inbox} title={t('empty')} text={t('noQueuesYet')} />
  const isFiltered = view.queueIds !== undefined || view.unreadOnly
  return (
    <EmptyState icon={Inbox} title={t('empty')} {...(isFiltered && { text: t('emptyFiltered') })}>
      {isFiltered && (
        <Button onClick={() => onChange({ queueIds: undefined, unreadOnly: false })}>
          {t('clearFilters')}
        </Button>
      )}
    </EmptyState>
  )
}
