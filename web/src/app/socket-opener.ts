import { createContext } from 'react'
import { type OpenSocket, openSocketIo } from '../lib/live'

/** How the tab's socket is opened. */
export const SocketOpener = createContext<OpenSocket>(openSocketIo)
