import type { AnnouncementView } from '@balcao/contract/announcements'
import { dateAndTime } from '../../lib/dates'
import { AppDialog } from '../../ui/dialog'
import styles from './announcements.module.css'
import { AnnouncementPriorityPill } from './priority-pill'

interface AnnouncementReaderProps {
  readonly announcement: AnnouncementView
  readonly onClose: () => void
}

export function ReadAnnouncementDialog({ announcement, onClose }: AnnouncementReaderProps) {
  const { title, text, priority, mediaPath, createdAt } = announcement
  return (
    <AppDialog title={title} onClose={onClose} width={600}>
      <div className={styles.whole}>
        <p className={styles.head}>
          <AnnouncementPriorityPill priority={priority} />
          <time dateTime={createdAt}>{dateAndTime(createdAt)}</time>
        </p>
        {mediaPath !== null && <img src={`/public/${mediaPath}`} alt="" />}
        <p className={styles.text}>{text}</p>
      </div>
    </AppDialog>
  )
}
