import type { ScheduleView } from '@balcao/contract/schedules'
import { limits } from '@balcao/domain/limits'
import { isScheduleAttachmentType } from '@balcao/domain/schedules'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  acceptedTypesOfTemplateHeader,
  problemOfTemplateHeaderFile,
  type TemplateFileHeader,
} from '../../lib/header-file'
import { type ChosenFile, FileField } from '../../ui/file-field'

interface PictureFieldProps {
  readonly picture: ChosenFile
  readonly stored: ScheduleView | null
  readonly uploaded: number | undefined
  readonly disabled: boolean
  /** The template's header, which requires a file; null for a free text with a picture. */
  readonly header: TemplateFileHeader | null
  readonly error?: string | undefined
  readonly onChange: (picture: ChosenFile) => void
}

export function SchedulePictureField(props: PictureFieldProps) {
  const { picture, stored, uploaded, disabled, header, error, onChange } = props
  const { t } = useTranslation('schedules')
  return (
    <FileField
      // The new key resets the error of a refused file when the template's header changes.
      key={header?.kind ?? 'picture'}
      words={{
        label: t(header === null ? 'picture' : 'headerFile'),
        help: t(header === null ? 'pictureHelp' : 'headerFileHelp'),
        choose: t(header === null ? 'choosePicture' : 'chooseFile'),
        remove: t(header === null ? 'removePicture' : 'removeFile'),
        uploading: t('uploading'),
      }}
      chosen={picture}
      stored={storedSchedulePicture(stored)}
      accept={header === null ? '.png,.jpg,.jpeg' : acceptedTypesOfTemplateHeader(header)}
      error={error}
      problemOf={(file) => scheduleFileProblemOf(file, header, t)}
      uploaded={uploaded}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

/** The reason for which the server would refuse the file; undefined when it accepts the file. */
export function scheduleFileProblemOf(
  file: File,
  header: TemplateFileHeader | null,
  t: TFunction<'schedules'>,
): string | undefined {
  if (header !== null) return problemOfTemplateHeaderFile(file, header)
  const found = codeOf(file)
  return found && t(`errors:${found}`, { context: 'image', limitMegabytes: limits.uploads.image >> 20 })
}

function codeOf(file: File) {
  if (!isScheduleAttachmentType(file.type)) return 'ERR_SCHEDULE_ATTACHMENT'
  if (file.size === 0) return 'ERR_UPLOAD_EMPTY'
  return file.size > limits.uploads.image ? 'ERR_UPLOAD_TOO_LARGE' : undefined
}

export function storedSchedulePicture(schedule: ScheduleView | null) {
  if (schedule === null || schedule.mediaPath === null) return null
  const { mediaName, mediaPath, mediaType } = schedule
  return { name: mediaName ?? '', picture: mediaType === 'image' ? mediaPath : null }
}
