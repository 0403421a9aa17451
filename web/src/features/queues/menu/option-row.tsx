import { ArrowDown, ArrowUp, EllipsisVertical, Pencil, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/icon-button'
import { Menu, MenuItem } from '../../../ui/menu'
import { textWithoutFormatting } from '../../../ui/whatsapp-text'
import {
  type FlatMenuOption,
  type OptionMoveDirection,
  optionMoveDirections,
  positionAfterMove,
} from './option-moves'
import styles from './option-tree.module.css'

interface OptionRowCallbacks {
  readonly edit: () => void
  readonly addBelow: () => void
  readonly move: (move: OptionMoveDirection) => void
  readonly remove: () => void
}

interface OptionRowProps {
  readonly line: FlatMenuOption
  /** True for the one row of the tree that the Tab key reaches; arrow keys reach the others. */
  readonly isStop: boolean
  readonly acts: OptionRowCallbacks
  readonly onFocus: () => void
  /** Moves the focus by this many rows, or to an end of the tree. */
  readonly onStep: (step: number) => void
  /** The form of this option, while it is edited. */
  readonly children?: ReactNode
}

const iconSize = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const altMoves: Readonly<Record<string, OptionMoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}
const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function MenuOptionRow({ line, isStop, acts, onFocus, onStep, children }: OptionRowProps) {
  const { t } = useTranslation('queues')
  const { option, level, siblings } = line

  function onKeys(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return
    const act = actOf(event, acts, onStep)
    if (act === null) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <div
      role="treeitem"
      className={styles.item}
      data-option={option.id}
      style={{ '--level': level } as React.CSSProperties}
      aria-level={level}
      aria-posinset={Number(option.option)}
      aria-setsize={siblings.length}
      aria-expanded={option.children.length > 0 ? true : undefined}
      aria-selected={isStop}
      aria-label={t('menu.optionLabel', { number: option.option, title: option.title })}
      tabIndex={isStop ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && onFocus()}
      onKeyDown={onKeys}
    >
      {children ?? (
        <div className={styles.row}>
          <span className={styles.number}>{option.option}</span>
          <button type="button" className={styles.words} tabIndex={-1} onClick={acts.edit}>
            <span className={styles.title}>{option.title}</span>
            {option.message !== '' && (
              <span className={styles.message}>{textWithoutFormatting(option.message)}</span>
            )}
          </button>
          <RowButtons line={line} acts={acts} />
        </div>
      )}
    </div>
  )
}

function RowButtons({ line, acts }: { line: FlatMenuOption; acts: OptionRowCallbacks }) {
  const { t } = useTranslation('queues')
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const { title } = line.option
  const choose = (act: () => void) => {
    setMenuAt(null)
    act()
  }
  return (
    <span className={styles.buttons}>
      <IconButton label={t('menu.addBelow', { title })} onClick={acts.addBelow}>
        <Plus {...iconSize} />
      </IconButton>
      <span className={styles.onDesk}>
        {(['up', 'down'] as const).map((move) => (
          <IconButton
            key={move}
            label={t('menu.moveOf', { move: t(`menu.move.${move}`), title })}
            disabled={positionAfterMove(line, move) === null}
            onClick={() => acts.move(move)}
          >
            {move === 'up' ? <ArrowUp {...iconSize} /> : <ArrowDown {...iconSize} />}
          </IconButton>
        ))}
        <IconButton label={t('editOf', { name: title })} onClick={acts.edit}>
          <Pencil {...iconSize} />
        </IconButton>
      </span>
      <IconButton
        label={t('menu.more', { title })}
        aria-haspopup="menu"
        onClick={(event) => setMenuAt(event.currentTarget)}
      >
        <EllipsisVertical {...iconSize} />
      </IconButton>
      <Menu anchor={menuAt} onClose={() => setMenuAt(null)}>
        <MenuItem onClick={() => choose(acts.edit)}>{t('common:edit')}</MenuItem>
        {optionMoveDirections.map((move) => (
          <MenuItem
            key={move}
            disabled={positionAfterMove(line, move) === null}
            onClick={() => choose(() => acts.move(move))}
          >
            {t(`menu.move.${move}`)}
            <kbd className={styles.key}>{t(`menu.key.${move}`)}</kbd>
          </MenuItem>
        ))}
        <MenuItem className={styles.destroys} onClick={() => choose(acts.remove)}>
          {t('common:delete')}
          <kbd className={styles.key}>Del</kbd>
        </MenuItem>
      </Menu>
    </span>
  )
}

function actOf(
  event: KeyboardEvent,
  acts: OptionRowCallbacks,
  onStep: (step: number) => void,
): (() => void) | null {
  const { key } = event
  if (event.altKey) {
    const move = altMoves[key]
    return move === undefined ? null : () => acts.move(move)
  }
  if (event.ctrlKey || event.metaKey) return null
  if (key === 'Enter' || key === 'F2') return acts.edit
  if (key === 'Delete') return acts.remove
  if (key === '+' || key === 'Insert') return acts.addBelow
  const step = steps[key]
  return step === undefined ? null : () => onStep(step)
}
