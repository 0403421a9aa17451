import MuiMenu, { type MenuProps as MuiMenuProps } from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'

export interface MenuProps extends Omit<MuiMenuProps, 'children'> {
  /**
   * Gets MenuItem, which is loaded with the menu. Returns a list, since a fragment would hide the items from the arrow
   * keys.
   */
  readonly children: (Item: typeof MenuItem) => readonly ReactNode[]
}

export function Menu({ children, ...menu }: MenuProps) {
  return <MuiMenu {...menu}>{children(MenuItem)}</MuiMenu>
}
