import { limits } from '@balcao/domain/limits'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '../lib/i18n/use-texts'
import styles from './formatted-text.module.css'
import { NamedText } from './named-text'
import { readWhatsappText, type TextPiece } from './whatsapp-text'

interface FormattedTextProps {
  readonly text: string
  /** Words that stand out wherever they stand: people who are named. */
  readonly named?: readonly string[]
}

/**
 * A message's text with WhatsApp's marks, as React nodes. Of a long one only the beginning, until the reader asks for the
 * rest: a page of twenty messages of 65,535 characters would take seconds to lay out.
 */
export function FormattedText({ text, named = nobody }: FormattedTextProps) {
  const t = useTexts('common')
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? text : beginningOf(text)
  const pieces = useMemo(() => readWhatsappText(shown), [shown])
  return (
    <span className={styles.text}>
      {nodesOf(pieces, named)}
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
const nobody: readonly string[] = []

const { shownAtOnce } = limits.messageText
/** The last word is whole, unless it is a long one. */
const longestWord = 40

function beginningOf(text: string): string {
  if (text.length <= shownAtOnce) return text
  const beginning = text.slice(0, shownAtOnce)
  const lastWord = /\s\S*$/.exec(beginning.slice(-longestWord))?.[0].length ?? 0
  return beginning.slice(0, shownAtOnce - lastWord).replace(/[\ud800-\udbff]$/, '')
}

function nodesOf(pieces: readonly TextPiece[], named: readonly string[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move among themselves
  return pieces.map((piece, place) => <Fragment key={place}>{nodeOf(piece, named)}</Fragment>)
}

function nodeOf(piece: TextPiece, named: readonly string[]): ReactNode {
  switch (piece.kind) {
    case 'words':
      return <NamedText text={piece.text} named={named} />
    case 'bold':
      return <strong>{nodesOf(piece.inside, named)}</strong>
    case 'italic':
      return <em>{nodesOf(piece.inside, named)}</em>
    case 'strike':
      return <s>{nodesOf(piece.inside, named)}</s>
    case 'code':
    case 'block':
      return <code data-block={piece.kind === 'block'}>{piece.text}</code>
    case 'link':
      return (
        <a href={piece.address} target="_blank" rel="noopener noreferrer nofollow">
          {piece.text}
        </a>
      )
  }
}
