import type { QuickMessageView } from '@balcao/contract/quick-messages'
import { useFetchedPicture } from '../api/media'
import { FileDownloadTile } from '../bubble/file-tile'
import styles from './quick-answers.module.css'

export function QuickAnswerMedia({ answer }: { answer: QuickMessageView }) {
  const { isMedia, mediaType, mediaPath, mediaName } = answer
  const { address } = useFetchedPicture(isMedia && mediaType === 'image' ? mediaPath : null)
  if (!isMedia) return null
  if (address !== undefined) return <img className={styles.picture} src={address} alt={mediaName ?? ''} />
  return <FileDownloadTile name={mediaName ?? ''} sizeBytes={null} />
}
