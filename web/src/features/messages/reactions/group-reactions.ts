import type { MessageView } from '@balcao/contract/messages'

type Reaction = MessageView['reactions'][number]

export interface ReactionGroup {
  readonly emoji: string
  readonly count: number
  /** Whether the company reacted with this emoji; a click then removes it. */
  readonly isOurs: boolean
  /** Oldest first; null is a person of ours on the handset, whose name is unknown. */
  readonly names: readonly (string | null)[]
}

/** Groups equal emojis: the most used first, of equal counts the older. */
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
    .sort((a, b) => b.count - a.count) // stable, so equal counts retain their order
}
