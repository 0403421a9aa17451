import type { Viewer } from '@balcao/domain/people'
import { hasPermission, type Permission } from '@balcao/domain/permissions'
import type { Endpoint } from './endpoint'

/** The permission that an endpoint requires; null when it is public, or needs only a session or token. */
export function requiredPermissionOf({ access }: Pick<Endpoint, 'access'>): Permission | null {
  return access === 'public' || access === 'session' || access === 'token' ? null : access
}

/**
 * True when the user may call the endpoint. On a support visit, `closedToSupport` forbids the call despite
 * the permission.
 */
export function mayCallEndpoint(
  viewer: Viewer,
  endpoint: Pick<Endpoint, 'access' | 'closedToSupport'>,
): boolean {
  if (viewer.isSupport === true && endpoint.closedToSupport) return false
  const permission = requiredPermissionOf(endpoint)
  return permission === null || hasPermission(viewer, permission)
}
