import type { ScheduleView } from '@balcao/contract/schedules'
import { limits } from '@balcao/domain/limits'
import { isScheduleAttachment } from '@balcao/domain/schedules'
import { useTranslation } from 'react-i18next'
import { type ChosenFile, FileField } from '../../ui/file-field'

interface PictureFieldProps {
  readonly picture: ChosenFile
  /** The stored schedule. */
  readonly stored: ScheduleView | null
  readonly uploaded: number | undefined
  readonly disabled: boolean
  readonly onChange: (picture: ChosenFile) => void
}

/** The picture of a message: PNG or JPEG (SCHED-07). */
export function PictureField({ picture, stored, uploaded, disabled, onChange }: PictureFieldProps) {
  const { t } = useTranslation('schedules')

  function problemOf(file: File): string | undefined {
    const found = codeOf(file)
    return found && t(`errors:${found}`, { context: 'image', limitMegabytes: limits.uploads.image >> 20 })
  }

  return (
    <FileField
      words={{
        label: t('picture'),
        help: t('pictureHelp'),
        choose: t('choosePicture'),
        remove: t('removePicture'),
        uploading: t('uploading'),
      }}
      chosen={picture}
      stored={stored?.mediaPath ? { name: stored.mediaName ?? '', picture: stored.mediaPath } : null}
      accept=".png,.jpg,.jpeg"
      problemOf={problemOf}
      uploaded={uploaded}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

/** The error code that the server would answer. */
function codeOf(file: File) {
  if (!isScheduleAttachment(file.type)) return 'ERR_SCHEDULE_ATTACHMENT'
  if (file.size === 0) return 'ERR_UPLOAD_EMPTY'
  return file.size > limits.uploads.image ? 'ERR_UPLOAD_TOO_LARGE' : undefined
}
