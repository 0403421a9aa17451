import { createContext } from 'react'
import { type LiveSocketFactory, openSocketIo } from '../lib/live'

/** The function that opens the tab's socket; tests replace it. */
export const SocketOpenerContext = createContext<LiveSocketFactory>(openSocketIo)
