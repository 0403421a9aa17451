import type { Viewer } from '@balcao/domain/people'
import { holds, type Permission } from '@balcao/domain/permissions'
import type { Endpoint } from './endpoint'

/** The required permission of a call; null for a public one, and where the session or token alone suffices. */
export function permissionOf({ access }: Pick<Endpoint, 'access'>): Permission | null {
  return access === 'public' || access === 'session' || access === 'token' ? null : access
}

/** True when this user may make the call: their role holds its permission, and it is open to a support visit. */
export function mayCall(viewer: Viewer, endpoint: Pick<Endpoint, 'access' | 'closedToSupport'>): boolean {
  if (viewer.isSupport === true && endpoint.closedToSupport) return false
  const permission = permissionOf(endpoint)
  return permission === null || holds(viewer, permission)
}
