import { Fragment, type ReactNode, useMemo } from 'react'
import styles from './formatted-text.module.css'
import { readWhatsappText, type TextPiece } from './whatsapp-text'

/** A message's text with WhatsApp's marks, as React nodes. */
export function FormattedText({ text }: { text: string }) {
  const pieces = useMemo(() => readWhatsappText(text), [text])
  return <span className={styles.text}>{nodesOf(pieces)}</span>
}

function nodesOf(pieces: readonly TextPiece[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move among themselves
  return pieces.map((piece, place) => <Fragment key={place}>{nodeOf(piece)}</Fragment>)
}

function nodeOf(piece: TextPiece): ReactNode {
  switch (piece.kind) {
    case 'words':
      return piece.text
    case 'bold':
      return <strong>{nodesOf(piece.inside)}</strong>
    case 'italic':
      return <em>{nodesOf(piece.inside)}</em>
    case 'strike':
      return <s>{nodesOf(piece.inside)}</s>
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
