import { useObjectUrl } from '../api/media'
import { fileExtensionLabel } from '../bubble/file-tile'
import { uploadKindOfFile } from '../outgoing'
import styles from './file-preview.module.css'

/** The picture of an unsent file, or else its extension. Decorative, because the name is beside it. */
export function UnsentFilePreview({ file }: { file: File }) {
  const kind = uploadKindOfFile(file)
  const address = useObjectUrl(kind === 'image' || kind === 'video' ? file : null)
  return (
    <span className={styles.preview} aria-hidden>
      {address === undefined && fileExtensionLabel(file.name)}
      {address !== undefined && kind === 'image' && <img src={address} alt="" draggable={false} />}
      {address !== undefined && kind === 'video' && <video src={address} preload="metadata" muted />}
    </span>
  )
}
