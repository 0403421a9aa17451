import type { MessageView } from '@balcao/contract/messages'
import { useTranslation } from 'react-i18next'
import styles from './reactions.module.css'

interface ReactionChipsProps {
  readonly reactions: MessageView['reactions']
  /** Sets our reaction, or removes it by an empty emoji; absent in a read-only view. */
  readonly onReact: ((emoji: string) => void) | undefined
}

/** The reactions below a bubble. Hover, focus and a long press show the authors. */
export function ReactionChips({ reactions, onReact }: ReactionChipsProps) {
  const { t, i18n } = useTranslation('messages')
  const listed = new Intl.ListFormat(i18n.language)
  return (
    <fieldset className={styles.chips} aria-label={t('reactions.name')}>
      {groupReactions(reactions).map(({ emoji, count, isOurs, names }) => {
        const who = listed.format(names.map((name) => name ?? t('reactions.handset')))
        return (
          <button
            key={emoji}
            type="button"
            className={styles.chip}
            data-ours={isOurs}
            data-tip={who}
            aria-pressed={isOurs}
            aria-disabled={onReact === undefined}
            aria-label={t('reactions.chip', { emoji, who })}
            onClick={() => onReact?.(isOurs ? '' : emoji)}
          >
            <span aria-hidden>{emoji}</span>
            {count > 1 && <span aria-hidden>{count}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}

type Reaction = MessageView['reactions'][number]

export interface ReactionGroup {
  readonly emoji: string
  readonly count: number
  readonly isOurs: boolean
  /** The authors in order of reaction; null for a reaction sent on the company's phone, whose author is unknown. */
  readonly names: readonly (string | null)[]
}

/** Groups equal emojis. The most used emoji comes first; of equally used ones, the older. */
export function groupReactions(reactions: readonly Reaction[]): readonly ReactionGroup[] {
  const byEmoji = new Map<string, Reaction[]>()
  for (const reaction of reactions) {
    byEmoji.set(reaction.emoji, [...(byEmoji.get(reaction.emoji) ?? []), reaction])
  }
  return [...byEmoji]
    .map(([emoji, same]) => ({
      emoji,
      count: same.length,
      isOurs: same.some(({ fromMe }) => fromMe),
      names: same.map(({ fromMe, user, contact }) => (fromMe ? user?.name : contact?.name) ?? null),
    }))
    .sort((a, b) => b.count - a.count) // A stable sort: of equal counts the older reaction stays first.
}
