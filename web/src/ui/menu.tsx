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
   * The items, as an array: the arrow keys do not reach items in a fragment. A menu that loads lazily passes
   * a function, which receives `MenuItem`.
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

/* MUI's own components with narrower types. MUI's menu does not recognise wrapped components. */
export const MenuItem: ComponentType<MenuItemProps> = MuiMenuItem
export const MenuHeading: ComponentType<{ readonly children: ReactNode }> = ListSubheader
