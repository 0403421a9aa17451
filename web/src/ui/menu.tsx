import ListSubheader from '@mui/material/ListSubheader'
import MuiMenu from '@mui/material/Menu'
import MuiMenuItem from '@mui/material/MenuItem'
import type { ComponentType, ReactNode } from 'react'
import type { PopoverAnchor } from './popover'

interface MenuItemProps {
  readonly lang?: string
  readonly selected?: boolean
  readonly disabled?: boolean
  readonly className?: string | undefined
  readonly onClick?: () => void
  readonly children: ReactNode
}

export interface MenuProps {
  readonly anchor: PopoverAnchor | null
  readonly label?: string
  readonly className?: string | undefined
  readonly onClose: () => void
  /**
   * The items, without a fragment, which would hide them from the arrow keys. A lazily loaded menu passes
   * `MenuItem` to a function.
   */
  readonly children: ReactNode | ((Item: typeof MenuItem) => readonly ReactNode[])
}

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

/* Re-exports MUI's components, which MUI's menu recognises, with types for the props that we use. */
export const MenuItem: ComponentType<MenuItemProps> = MuiMenuItem
export const MenuHeading: ComponentType<{ readonly children: ReactNode }> = ListSubheader
