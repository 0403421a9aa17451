import { ExternalLink, LocateFixed, MapPin } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { AppDialog } from '../../../ui/dialog'
import { TextField } from '../../../ui/text-field'
import {
  type Coordinates,
  coordinatesText,
  isShortenedMapLink,
  type LocationToSend,
  mapLink,
  maxLocationTextLength,
  readCoordinates,
} from './place'
import styles from './sharing.module.css'

/** Reads this user's position; the browser asks the user first. */
function useMyPosition(onFound: (found: Coordinates) => void) {
  const [isSearching, setSearching] = useState(false)
  const [problem, setProblem] = useState<'refused' | 'unknown' | null>(null)

  function find(): void {
    setProblem(navigator.geolocation === undefined ? 'unknown' : null)
    if (navigator.geolocation === undefined) return
    setSearching(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSearching(false)
        onFound({ latitude: coords.latitude, longitude: coords.longitude })
      },
      ({ code, PERMISSION_DENIED }) => {
        setSearching(false)
        setProblem(code === PERMISSION_DENIED ? 'refused' : 'unknown')
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  return { find, isSearching, problem }
}

interface SharePlaceDialogProps {
  readonly onSend: (place: LocationToSend) => void
  readonly onClose: () => void
}

/** Chooses a place to send: pasted from a map, or the user's position; with a name and an address. */
export function ShareLocationDialog({ onSend, onClose }: SharePlaceDialogProps) {
  const { t } = useTranslation('messages')
  const formId = useId()
  const [written, setWritten] = useState('')
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [showsProblem, setShowsProblem] = useState(false)
  const position = useMyPosition((found) => setWritten(coordinatesText(found)))
  const point = readCoordinates(written)
  const problem = isShortenedMapLink(written) ? t('place.shortLink') : t('place.unreadable')

  function send(event: FormEvent): void {
    event.preventDefault()
    setShowsProblem(true)
    if (point === undefined) return
    onSend({ ...point, name: name.trim(), address: address.trim() })
    onClose()
  }

  return (
    <AppDialog
      title={t('place.title')}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" type="submit" form={formId}>
            {t('send')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={send} noValidate>
        <TextField
          label={t('place.where')}
          help={t('place.help')}
          error={point === undefined && (showsProblem || isShortenedMapLink(written)) ? problem : undefined}
          value={written}
          autoFocus
          onChange={(event) => setWritten(event.target.value)}
          onBlur={() => setShowsProblem(written.trim() !== '')}
        />
        <div>
          <Button onClick={position.find} disabled={position.isSearching} icon={LocateFixed}>
            {t(position.isSearching ? 'place.searching' : 'place.mine')}
          </Button>
          {position.problem !== null && (
            <p role="alert" className={styles.problem}>
              {t(`place.${position.problem}`)}
            </p>
          )}
        </div>
        <TextField
          label={t('place.name')}
          value={name}
          maxLength={maxLocationTextLength}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t('place.address')}
          value={address}
          maxLength={maxLocationTextLength}
          onChange={(event) => setAddress(event.target.value)}
        />
        {point !== undefined && (
          <section className={styles.preview} aria-label={t('place.preview')}>
            <MapPin size={18} strokeWidth={1.75} aria-hidden />
            <span>
              <b>{name.trim() === '' ? t('kinds.location') : name}</b>
              {address.trim() !== '' && <span>{address}</span>}
              <span>{coordinatesText(point)}</span>
            </span>
            <a href={mapLink(point)} target="_blank" rel="noopener noreferrer nofollow">
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden /> {t('place.check')}
            </a>
          </section>
        )}
      </form>
    </AppDialog>
  )
}
