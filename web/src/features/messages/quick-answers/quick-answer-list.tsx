import type { QuickMessageSuggestion } from '@balcao/contract/quick-messages'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, SkeletonRows } from '../../../ui/states'
import { QuickAnswerMedia } from './answer-media'
import { quickAnswerLabel } from './find-answers'
import styles from './quick-answers.module.css'
import type { QuickAnswers } from './use-quick-answers'

interface QuickAnswerListProps {
  readonly quick: QuickAnswers
  readonly filled: (answer: QuickMessageSuggestion) => string
}

/** The matching answers above the input, with a preview of the active one (CONVO-11, CONVO-12). */
export function QuickAnswerList({ quick, filled }: QuickAnswerListProps) {
  const { t } = useTranslation('messages')
  const { answers, chosen, listId, optionId } = quick
  const chosenId = chosen && optionId(chosen)
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  if (!quick.isOpen) return null
  return (
    <div className={styles.panel}>
      <p className="sr-only" role="status">
        {quick.isLoading ? t('common:loading') : t('quick.found', { count: answers.length })}
      </p>
      {quick.isLoading && <SkeletonRows rows={3} height={32} />}
      {quick.error !== null && answers.length === 0 && (
        <ErrorState title={t('quick.failed')} error={quick.error} onRetry={quick.reload} />
      )}
      {quick.isEmpty && <p className={styles.none}>{t('quick.none')}</p>}
      {answers.length > 0 && (
        <div className={styles.columns}>
          <div id={listId} role="listbox" aria-label={t('quick.name')} className={styles.list}>
            {answers.map((answer) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input, which keeps the focus, handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                key={answer.id}
                id={optionId(answer)}
                role="option"
                aria-selected={answer === chosen}
                className={styles.option}
                onPointerMove={() => answer !== chosen && quick.point(answer)}
                onPointerDown={(event) => event.preventDefault()} // Keeps the focus in the input.
                onClick={() => quick.choose(answer)}
              >
                {quickAnswerLabel(answer, filled(answer))}
              </div>
            ))}
          </div>
          {chosen !== undefined && (
            <div className={styles.preview} data-testid="quick-preview">
              <QuickAnswerMedia answer={chosen} />
              <p>{chosen.isWhole ? filled(chosen) : `${filled(chosen)}…`}</p>
            </div>
          )}
        </div>
      )}
      <p className={styles.keys} aria-hidden>
        {t('quick.keys')}
      </p>
    </div>
  )
}
