import type { AnnouncementView } from '@balcao/contract/announcements'
import type { AnnouncementId, UserId } from '@balcao/domain/ids'
import { Megaphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readStoredValue, storeValue } from '../../lib/browser-storage'
import { dateAndTime } from '../../lib/dates'
import { useUser } from '../../lib/session'
import { list, number, record } from '../../lib/shapes'
import { IconButton } from '../../ui/icon-button'
import { lazyComponent } from '../../ui/later'
import { type PagedQuery, useInfiniteScroll } from '../../ui/list-end'
import { Popover } from '../../ui/overlays'
import { ErrorState, SkeletonRows } from '../../ui/states'
import styles from './announcements.module.css'
import { useActiveAnnouncements } from './api/announcements'
import { AnnouncementPriorityPill } from './priority-pill'

const isKept = record({ userId: number, ids: list(number) })
/** `localStorage` holds the ids of at most this many announcements that the user has seen; the oldest are dropped. */
const maxStored = 1_000
const nothingSeen: ReadonlySet<number> = new Set()

function useSeenAnnouncements(userId: UserId) {
  const [seen, setSeen] = useState(() => storedFor(userId))

  function see(announcements: readonly AnnouncementView[]): void {
    // Keeps the stored ids of announcements on pages that are not loaded yet.
    const ids = [...new Set([...announcements.map(({ id }) => id), ...seen])].slice(0, maxStored)
    storeValue('announcementsSeen', JSON.stringify({ userId, ids }))
    setSeen(new Set(ids))
  }

  return { isSeen: (id: AnnouncementId) => seen.has(id), see }
}

function storedFor(userId: UserId): ReadonlySet<number> {
  try {
    const kept: unknown = JSON.parse(readStoredValue('announcementsSeen') ?? 'null')
    return isKept(kept) && kept.userId === userId ? new Set(kept.ids) : nothingSeen
  } catch {
    return nothingSeen // The stored text is not valid JSON.
  }
}

const ReadAnnouncementDialog = lazyComponent(() =>
  import('./announcement-reader').then((it) => it.ReadAnnouncementDialog),
)

const emptyList: readonly AnnouncementView[] = []

/** The megaphone has a dot while an announcement is new to this person (SHELL-42, ANNOUNCE-09). */
export function AnnouncementsPopover() {
  const { t } = useTranslation('announcements')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [read, setRead] = useState<AnnouncementView | null>(null)
  const announcements = useActiveAnnouncements()
  const { data = emptyList, isPending, error, refetch } = announcements
  const { isSeen, see } = useSeenAnnouncements(useUser().id)
  const isOpen = anchor !== null
  const hasNew = data.some(({ id }) => !isSeen(id))
  useEffect(() => {
    if (isOpen && hasNew) see(data)
  })
  return (
    <>
      <IconButton
        icon={Megaphone}
        label={t(hasNew && !isOpen ? 'popoverNew' : 'list')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {hasNew && !isOpen && <span className={styles.dot} data-testid="announcements-dot" aria-hidden />}
      </IconButton>
      <Popover anchor={anchor} label={t('list')} onClose={() => setAnchor(null)}>
        {isPending ? (
          <SkeletonRows rows={3} height={56} />
        ) : error !== null && data.length === 0 ? (
          <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
        ) : data.length === 0 ? (
          <p className={styles.none}>{t('none')}</p>
        ) : (
          <Announcements announcements={data} pages={announcements} onRead={setRead} />
        )}
      </Popover>
      {read !== null && <ReadAnnouncementDialog announcement={read} onClose={() => setRead(null)} />}
    </>
  )
}

interface AnnouncementsProps {
  readonly announcements: readonly AnnouncementView[]
  readonly pages: PagedQuery
  readonly onRead: (announcement: AnnouncementView) => void
}

function Announcements({ announcements, pages, onRead }: AnnouncementsProps) {
  const end = useInfiniteScroll<HTMLUListElement>(pages)
  return (
    <ul className={styles.list} {...end}>
      {announcements.map((announcement) => (
        <li key={announcement.id}>
          <button
            type="button"
            className={styles.item}
            data-priority={announcement.priority}
            onClick={() => onRead(announcement)}
          >
            <span className={styles.what}>
              <b>{announcement.title}</b>
              <span>{announcement.text}</span>
            </span>
            <span className={styles.facts}>
              <AnnouncementPriorityPill priority={announcement.priority} />
              <time dateTime={announcement.createdAt}>{dateAndTime(announcement.createdAt)}</time>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
