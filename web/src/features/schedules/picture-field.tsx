import type { ScheduleView } from '@balcao/contract/schedules'
import { limits } from '@balcao/domain/limits'
import { type HeaderFile, templateLimits } from '@balcao/domain/message-templates'
import { capabilitiesOf } from '@balcao/domain/providers'
import { isScheduleAttachment } from '@balcao/domain/schedules'
import { useTranslation } from 'react-i18next'
import { type ChosenFile, FileField } from '../../ui/file-field'

interface PictureFieldProps {
  readonly picture: ChosenFile
  /** The stored schedule. */
  readonly stored: ScheduleView | null
  readonly uploaded: number | undefined
  readonly disabled: boolean
  /** The file of a template's header, which is required; absent: a picture of a free text. */
  readonly header?: { readonly kind: HeaderFile; readonly provider: string } | undefined
  readonly error?: string | undefined
  readonly onChange: (picture: ChosenFile) => void
}

/** The picture of a message, PNG or JPEG (SCHED-07), or the file of a template's header. */
export function PictureField(props: PictureFieldProps) {
  const { picture, stored, uploaded, disabled, header, error, onChange } = props
  const { t } = useTranslation('schedules')

  function problemOf(file: File): string | undefined {
    if (header !== undefined) {
      const found = problemOfHeader(file, header)
      return found && t(`errors:${found}`, { context: header.kind, limitMegabytes: megabytesOf(header.kind) })
    }
    const found = codeOf(file)
    return found && t(`errors:${found}`, { context: 'image', limitMegabytes: limits.uploads.image >> 20 })
  }

  return (
    <FileField
      words={{
        label: t(header === undefined ? 'picture' : 'headerFile'),
        help: t(header === undefined ? 'pictureHelp' : 'headerFileHelp'),
        choose: t(header === undefined ? 'choosePicture' : 'chooseFile'),
        remove: t(header === undefined ? 'removePicture' : 'removeFile'),
        uploading: t('uploading'),
      }}
      chosen={picture}
      stored={storedFile(stored)}
      accept={header === undefined ? '.png,.jpg,.jpeg' : acceptOf(header)}
      error={error}
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

type Header = NonNullable<PictureFieldProps['header']>

const typesOf = ({ kind, provider }: Header) => capabilitiesOf(provider).files?.[kind].mimetypes
const megabytesOf = (kind: HeaderFile) => templateLimits.files[kind] / 1_000_000

/** All files may be documents. */
function acceptOf(header: Header): string {
  return typesOf(header)?.join(',') ?? ''
}

function problemOfHeader(file: File, header: Header) {
  if (typesOf(header)?.includes(file.type) === false) return 'ERR_TEMPLATE_SEND_file-kind'
  if (file.size === 0) return 'ERR_UPLOAD_EMPTY'
  return file.size > templateLimits.files[header.kind] ? 'ERR_UPLOAD_TOO_LARGE' : undefined
}

export function storedFile(schedule: ScheduleView | null) {
  if (schedule === null || schedule.mediaPath === null) return null
  const { mediaName, mediaPath, mediaType } = schedule
  return { name: mediaName ?? '', picture: mediaType === 'image' ? mediaPath : null }
}
