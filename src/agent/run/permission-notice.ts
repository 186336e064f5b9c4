import type { ChatChange } from "../chat/chat";
import { rowBase, type RowContext } from "../chat/new-rows";
import { permissionNotice } from "../notices";
import type { PermissionKind } from "../tool/permission";

/**
 * Tells the person what macOS does not allow, once per request and permission. `offset` counts rows that are made
 * together with these and come before them.
 */
export function permissionNotices(
  context: RowContext,
  permissions: readonly PermissionKind[],
  offset = 0,
): ChatChange[] {
  const { session, requestId } = context;
  const isSaid = (kind: PermissionKind) =>
    session.chat.rows.some((row) => row.type === "notice" && row.requestId === requestId && row.permission === kind);
  const unsaid = [...new Set(permissions)].filter((kind) => !isSaid(kind));
  return unsaid.map((kind, index) => ({
    type: "row",
    row: { ...rowBase(context, offset + index), type: "notice", ...permissionNotice(kind) },
  }));
}
