import { Fragment, type ReactNode, useMemo } from 'react'
import styles from './formatted-text.module.css'
import { NamedText } from './named-text'
import { readWhatsappText, type TextPiece } from './whatsapp-text'

interface FormattedTextProps {
  readonly text: string
  /** Words that stand out wherever they stand: people who are named. */
  readonly named?: readonly string[]
}

/** A message's text with WhatsApp's marks, as React nodes. */
export function FormattedText({ text, named = nobody }: FormattedTextProps) {
  const pieces = useMemo(() => readWhatsappText(text), [text])
  return <span className={styles.text}>{nodesOf(pieces, named)}</span>
}
const nobody: readonly string[] = []

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
