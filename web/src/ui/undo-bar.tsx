import { Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useObservable } from '../lib/observable'
import { shortcuts, useShortcut, useShortcutInFields } from '../lib/shortcuts'
import { after } from '../lib/timers'
import { Button } from './button'
import styles from './toast-stack.module.css'
import { closeUndoOffer, offeredUndo, type UndoOffer } from './undo'

const timeoutMilliseconds = 5_000

export function UndoBar() {
  const offered = useObservable(offeredUndo)
  return offered !== null && <Offer key={offered.id} offered={offered} />
}

function Offer({ offered: { text, undo } }: { offered: UndoOffer }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => (isHeld ? undefined : after(timeoutMilliseconds, closeUndoOffer)), [isHeld])
  const takeBack = () => {
    closeUndoOffer()
    undo()
  }
  const [hasTyped, setTyped] = useState(false)
  useEffect(() => {
    const listener = () => setTyped(true)
    document.addEventListener('input', listener)
    return () => document.removeEventListener('input', listener)
  }, [])
  // Ctrl+Z must undo the latest change, so text that was typed after the action is undone first.
  useShortcutInFields('undo', hasTyped ? undefined : takeBack)
  useShortcut('undo', hasTyped ? takeBack : undefined)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the bar during hover and focus
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      <Button icon={Undo2} title={hasTyped ? undefined : shortcuts.undo.words} onClick={takeBack}>
        {t('undo')}
      </Button>
      <button type="button" className={styles.close} onClick={closeUndoOffer} aria-label={t('close')}>
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}
