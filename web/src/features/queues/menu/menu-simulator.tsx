import { RotateCcw, Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session'
import { minuteMs, useNow } from '../../../lib/timers'
import { FormattedText } from '../../../ui/formatted-text'
import { IconButton } from '../../../ui/icon-button'
import { SwitchField } from '../../../ui/switch-field'
import { TextInput } from '../../../ui/text-input'
import { type MenuSimulationInput, type SimulatedChatLine, simulateMenuChat } from './menu-simulation'
import styles from './menu-simulator.module.css'

interface MenuSimulatorProps {
  readonly queue: Omit<MenuSimulationInput, 'isOpen' | 'now' | 'timeZone' | 'language'>
  /** Offers to simulate a customer who writes outside the hours. */
  readonly hasHours: boolean
}

export function MenuSimulator({ queue, hasHours }: MenuSimulatorProps) {
  const { t } = useTranslation('queues')
  const { timeZone, language } = useUser().company
  const now = new Date(useNow(minuteMs))
  const first = t('simulator.first')
  const [texts, setTexts] = useState<readonly string[]>([first])
  const [isClosed, setClosed] = useState(false)
  const fixture = { ...queue, isOpen: !isClosed, now, timeZone, language }
  const lines = simulateMenuChat(fixture, texts)

  return (
    <section className={styles.simulator} aria-label={t('simulator.title')}>
      <header className={styles.head}>
        <div>
          <h3>{t('simulator.title')}</h3>
          <p>{t('simulator.meaning')}</p>
        </div>
        <IconButton label={t('simulator.restart')} onClick={() => setTexts([first])}>
          <RotateCcw size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </header>
      {hasHours && (
        <SwitchField
          label={t('simulator.closed')}
          value={isClosed}
          onChange={(closed) => {
            setClosed(closed)
            setTexts([first])
          }}
        />
      )}
      <Talk lines={lines} queueName={queue.queueName} />
      <Answer onSend={(text) => setTexts([...texts, text])} />
    </section>
  )
}

function Talk({ lines, queueName }: { lines: readonly SimulatedChatLine[]; queueName: string }) {
  const { t } = useTranslation('queues')
  const log = useRef<HTMLDivElement>(null)
  // Keeps the newest line in view, as on a phone.
  useEffect(() => {
    if (lines.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [lines.length])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it by keys
    <div ref={log} className={styles.talk} role="log" aria-label={t('simulator.talk')} tabIndex={0}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a conversation only grows at its end
        <p key={at} className={styles.line} data-from={line.from}>
          {line.from === 'system' ? (
            t(`simulator.${line.event}`, { queue: queueName })
          ) : (
            <>
              <span className="sr-only">{t(`simulator.${line.from}`)}</span>
              <FormattedText text={line.text} />
            </>
          )}
        </p>
      ))}
    </div>
  )
}

function Answer({ onSend }: { onSend: (text: string) => void }) {
  const { t } = useTranslation('queues')
  const [text, setText] = useState('')

  function send(): void {
    if (text.trim() === '') return
    onSend(text.trim())
    setText('')
  }

  return (
    <div className={styles.answer}>
      <TextInput
        value={text}
        placeholder={t('simulator.placeholder')}
        aria-label={t('simulator.placeholder')}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault() // the form around it is the queue's
          send()
        }}
      />
      <IconButton label={t('simulator.send')} onClick={send} disabled={text.trim() === ''}>
        <Send size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  )
}
