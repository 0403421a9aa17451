import type { UserId } from '@balcao/domain/ids'
import { foldCaseAndAccents } from './without-accents'

interface Member {
  readonly id: UserId
  readonly name: string
}

/** The text that was typed behind an @, up to the cursor; null without one. */
export function mentionBeingTyped(text: string, cursor: number): string | null {
  return /(?:^|\s)@([^@\n]{0,40})$/u.exec(text.slice(0, cursor))?.[1] ?? null
}

/** Members with a name, or a word of the name, that begins with the text. */
export function membersMatching(members: readonly Member[], naming: string): readonly Member[] {
  const wanted = foldCaseAndAccents(naming)
  return members.filter(({ name }) => {
    const plain = foldCaseAndAccents(name)
    return plain.startsWith(wanted) || plain.split(' ').some((word) => word.startsWith(wanted))
  })
}

/** Whether no member can be meant: the text behind the @ is one word, and no part of a name begins with it. */
export function hasNoMatchingMember(members: readonly Member[], naming: string): boolean {
  return /^\S+$/.test(naming) && membersMatching(members, naming.replace(/\p{P}+$/u, '')).length === 0
}

export function insertMention(text: string, cursor: number, { name }: Member) {
  const naming = mentionBeingTyped(text, cursor) ?? ''
  const before = `${text.slice(0, cursor - naming.length)}${name} `
  return { text: before + text.slice(cursor), cursor: before.length }
}

/** The members that a text mentions. The longest name wins: `@Ana Paula` does not mention Ana. */
export function mentionedUserIds(text: string, members: readonly Member[]): UserId[] {
  const isNamed = ({ name }: Member) => {
    const longer = members.filter((other) => other.name !== name && other.name.startsWith(name))
    const rest = longer.reduce((left, other) => left.replaceAll(`@${other.name}`, ' '), text)
    return rest.includes(`@${name}`)
  }
  return members.filter(isNamed).map(({ id }) => id)
}
