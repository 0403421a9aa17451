import MuiPopover, { type PopoverOrigin } from '@mui/material/Popover'
import type { ReactNode } from 'react'

/** An element, or a function that finds it, where the element may be remounted meanwhile. */
export type PopoverAnchor = HTMLElement | (() => HTMLElement | null)

export interface PopoverProps {
  readonly anchor: PopoverAnchor | null
  readonly place?: keyof typeof places
  readonly label?: string
  readonly className?: string | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

const places = {
  belowRight: [
    { vertical: 'bottom', horizontal: 'right' },
    { vertical: 'top', horizontal: 'right' },
  ],
  below: [
    { vertical: 'bottom', horizontal: 'center' },
    { vertical: 'top', horizontal: 'center' },
  ],
  above: [
    { vertical: 'top', horizontal: 'center' },
    { vertical: 'bottom', horizontal: 'center' },
  ],
  aboveLeft: [
    { vertical: 'top', horizontal: 'left' },
    { vertical: 'bottom', horizontal: 'left' },
  ],
} satisfies Record<string, [ofAnchor: PopoverOrigin, ofPopover: PopoverOrigin]>

export function Popover(props: PopoverProps) {
  const { anchor, place = 'belowRight', label, className, onClose, children } = props
  const [anchorOrigin, transformOrigin] = places[place]
  const naming = label !== undefined && { role: 'dialog', 'aria-label': label }
  return (
    <MuiPopover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={anchorOrigin}
      transformOrigin={transformOrigin}
      slotProps={{ paper: { ...naming, className } }}
    >
      {children}
    </MuiPopover>
  )
}
