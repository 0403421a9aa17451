import { matchRangesOf } from '@balcao/domain/excerpts'
import { limits } from '@balcao/domain/limits'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '../lib/i18n/use-texts'
import styles from './formatted-text.module.css'
import { TextWithMentions } from './named-text'
import { type FormattedTextPiece, parseWhatsappText } from './whatsapp-text'

interface FormattedTextProps {
  readonly text: string
  readonly named?: readonly string[]
  readonly searched?: string | undefined
}

/**
 * Shows only the beginning of a long text at first, because laying out twenty texts of 65,535 characters
 * takes seconds.
 */
export function FormattedText({ text, named = emptyList, searched = '' }: FormattedTextProps) {
  const t = useTexts('common')
  const [isWhole, setIsWhole] = useState(false)
  const beginning = beginningOf(text)
  const isBelow =
    beginning.length < text.length && searched !== '' && matchRangesOf(beginning, searched).length === 0
  const shown = isWhole || (isBelow && matchRangesOf(text, searched).length > 0) ? text : beginning
  const pieces = useMemo(() => parseWhatsappText(shown), [shown])
  return (
    <span className={styles.text}>
      {nodesOf(pieces, { named, searched })}
      {shown.length < text.length && (
        <>
          {'… '}
          <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
            {t('seeMore')}
          </button>
        </>
      )}
    </span>
  )
}
const emptyList: readonly string[] = []

const { shownAtOnce } = limits.messageText
/** In characters. The cut of a long text keeps its last word whole, unless the word is longer than this. */
const longestWord = 40

function beginningOf(text: string): string {
  if (text.length <= shownAtOnce) return text
  const beginning = text.slice(0, shownAtOnce)
  const lastWord = /\s\S*$/.exec(beginning.slice(-longestWord))?.[0].length ?? 0
  return beginning.slice(0, shownAtOnce - lastWord).replace(/[\ud800-\udbff]$/, '')
}

type Highlights = Required<Pick<FormattedTextProps, 'named'>> & { readonly searched: string }

function nodesOf(pieces: readonly FormattedTextPiece[], highlights: Highlights): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
  return pieces.map((piece, place) => <Fragment key={place}>{nodeOf(piece, highlights)}</Fragment>)
}

function nodeOf(piece: FormattedTextPiece, highlights: Highlights): ReactNode {
  const { named, searched } = highlights
  switch (piece.kind) {
    case 'words':
      return (
        <MarkedWords
          text={piece.text}
          searched={searched}
          shown={(part) => <TextWithMentions text={part} named={named} />}
        />
      )
    case 'bold':
      return <strong>{nodesOf(piece.inside, highlights)}</strong>
    case 'italic':
      return <em>{nodesOf(piece.inside, highlights)}</em>
    case 'strike':
      return <s>{nodesOf(piece.inside, highlights)}</s>
    case 'code':
    case 'block':
      return (
        <code data-block={piece.kind === 'block'}>
          <MarkedWords text={piece.text} searched={searched} />
        </code>
      )
    case 'link':
      return (
        <a href={piece.address} target="_blank" rel="noopener noreferrer nofollow">
          <MarkedWords text={piece.text} searched={searched} />
        </a>
      )
  }
}

interface MarkedWordsProps {
  readonly text: string
  readonly searched: string
  readonly shown?: (part: string) => ReactNode
}

function MarkedWords({ text, searched, shown = (part) => part }: MarkedWordsProps): ReactNode {
  const marks = searched === '' ? [] : matchRangesOf(text, searched)
  if (marks.length === 0) return shown(text)
  return (
    <>
      {marks.map(([from, until], at) => (
        <Fragment key={from}>
          {shown(text.slice(marks[at - 1]?.[1] ?? 0, from))}
          <mark>{text.slice(from, until)}</mark>
        </Fragment>
      ))}
      {shown(text.slice(marks.at(-1)?.[1] ?? 0))}
    </>
  )
}
