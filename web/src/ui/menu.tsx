import ListSubheader from '@mui/material/ListSubheader'
import MuiMenu from '@mui/material/Menu'
import MuiMenuItem from '@mui/material/MenuItem'
import type { ComponentType, ReactNode } from 'react'
import type { Anchor } from './popover'

interface MenuItemProps {
  readonly lang?: string
  readonly selected?: boolean
  readonly disabled?: boolean
  readonly className?: string | undefined
  readonly onClick?: () => void
  readonly children: ReactNode
}

export interface MenuProps {
  /** The element to open beside; null closes the overlay. */
  readonly anchor: Anchor | null
  readonly label?: string
  readonly className?: string | undefined
  readonly onClose: () => void
  /**
   * Items, without a fragment around them, which would hide them from the arrow keys. A function gets MenuItem where the
   * menu is loaded at its first opening.
   */
  readonly children: ReactNode | ((Item: typeof MenuItem) => readonly ReactNode[])
}

/** A menu at the button that opened it. */
export function Menu({ anchor, label, className, onClose, children }: MenuProps) {
  return (
    <MuiMenu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ paper: { className }, list: { 'aria-label': label } }}
    >
      {typeof children === 'function' ? children(MenuItem) : children}
    </MuiMenu>
  )
}

/* MUI's own components, which its menu recognises; their types offer what we use. */
export const MenuItem: ComponentType<MenuItemProps> = MuiMenuItem
export const MenuHeading: ComponentType<{ readonly children: ReactNode }> = ListSubheader
