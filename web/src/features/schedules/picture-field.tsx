import type { ScheduleView } from '@balcao/contract/schedules'
import { limits } from '@balcao/domain/limits'
import { isScheduleAttachment } from '@balcao/domain/schedules'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { ImagePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field'
import { IconButton } from '../../ui/icon-button'
import type { Picture } from './api/save-schedule'
import styles from './schedules.module.css'

interface PictureFieldProps {
  readonly picture: Picture
  /** As it stands on the server. */
  readonly stored: ScheduleView | null
  /** Share of the picture that has left, 0 to 1, while it is sent. */
  readonly uploaded: number | undefined
  readonly disabled: boolean
  readonly onChange: (picture: Picture) => void
}

/** A picture that goes with the message: PNG or JPEG (SCHED-07). What could never be sent is refused here. */
export function PictureField({ picture, stored, uploaded, disabled, onChange }: PictureFieldProps) {
  const { t } = useTranslation('schedules')
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const shown = useShownPicture(picture, stored)

  function take(file: File | undefined): void {
    if (file === undefined) return
    const found = problemOf(file)
    setProblem(
      found && t(`errors:${found}`, { context: 'image', limitMegabytes: limits.uploads.image >> 20 }),
    )
    if (found === undefined) onChange(file)
  }
  function remove(): void {
    setProblem(undefined)
    onChange('none')
  }

  if (disabled && shown === null) return null
  return (
    <Field label={t('picture')} help={shown === null ? t('pictureHelp') : undefined} error={problem}>
      {(naming) => (
        <div className={styles.picture}>
          <input
            {...naming}
            ref={input}
            type="file"
            accept=".png,.jpg,.jpeg"
            className="sr-only"
            tabIndex={-1}
            disabled={disabled}
            onChange={({ target }) => {
              take(target.files?.[0])
              target.value = '' // the same file may be chosen again
            }}
          />
          {shown !== null && (
            <div className={styles.chosen}>
              {shown.address !== undefined && <img src={shown.address} alt="" />}
              <span>{shown.name}</span>
              {!disabled && (
                <IconButton label={t('removePicture')} onClick={remove}>
                  <X size={18} strokeWidth={1.75} aria-hidden />
                </IconButton>
              )}
            </div>
          )}
          {uploaded !== undefined && (
            <LinearProgress variant="determinate" value={uploaded * 100} aria-label={t('uploading')} />
          )}
          {!disabled && shown === null && (
            <Button
              size="small"
              startIcon={<ImagePlus size={16} strokeWidth={2} />}
              onClick={() => input.current?.click()}
            >
              {t('choosePicture')}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

/** The code of what the server would answer. */
function problemOf(file: File) {
  if (!isScheduleAttachment(file.type)) return 'ERR_SCHEDULE_ATTACHMENT'
  if (file.size === 0) return 'ERR_UPLOAD_EMPTY'
  return file.size > limits.uploads.image ? 'ERR_UPLOAD_TOO_LARGE' : undefined
}

/** Name and address of what goes with the message now. */
function useShownPicture(picture: Picture, stored: ScheduleView | null) {
  const [address, setAddress] = useState<string>()
  const file = picture instanceof File ? picture : null
  useEffect(() => {
    if (file === null) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  if (file !== null) return { name: file.name, address }
  if (picture === 'none' || stored === null || stored.mediaPath === null) return null
  return { name: stored.mediaName ?? '', address: stored.mediaPath }
}
