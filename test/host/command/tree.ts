import createReconciler from "react-reconciler";
import { ConcurrentRoot, DiscreteEventPriority } from "react-reconciler/constants.js";
import { createContext, type ReactNode } from "react";
import { CHILDREN, isElementType, type ElementNode, type ElementType, type HostNode } from "./elements";
import { HostError } from "./host-error";

/** Where a command is drawn: its screens or its place in the menu bar, and what is to be told about it. */
export interface Container {
  readonly children: (ElementNode<"Screen"> | ElementNode<"MenuBar">)[];
  readonly onCommit: () => void;
}

/** A command being drawn. */
export interface Root {
  /** Draws in the next microtask or flush; with null it takes everything away, and later updates are ignored. */
  render(element: ReactNode): void;
  /** Runs the updates that wait, effects included. */
  flush(): void;
}

type Props = Record<string, unknown>;
type Branch = { readonly children: HostNode[] };
type NodeContext = ElementType | "root";

/** The part of react-reconciler 0.31 (React 19) that is used here. */
interface Renderer {
  createContainer(
    container: Container,
    tag: number,
    hydrationCallbacks: null,
    isStrictMode: boolean,
    concurrentUpdates: null,
    identifierPrefix: string,
    onUncaughtError: (error: unknown) => void,
    onCaughtError: (error: unknown) => void,
    onRecoverableError: (error: unknown) => void,
    transitionCallbacks: null,
  ): object;
  updateContainerSync(element: ReactNode, root: object, parent: null, callback: null): void;
  flushSyncWork(): void;
  flushPassiveEffects(): boolean;
}

const nothing = () => undefined;

function createNode(type: string, props: Props, _root: Container, parent: NodeContext): HostNode {
  if (!isElementType(type)) throw new HostError(`<${type}> is no component of Raycast.`);
  const allowed: readonly ElementType[] = parent === "root" ? ["Screen", "MenuBar"] : CHILDREN[parent];
  if (!allowed.includes(type)) throw new HostError(`<${parent}> cannot hold <${type}>, only ${named(allowed)}.`);
  // React hands props on untyped. Elements are only made by our components, which are typed and have checked them.
  return { type, props: withoutChildren(props), children: [] } as HostNode;
}

function refuseText(text: string, _root: Container, parent: NodeContext): never {
  throw new HostError(`<${parent}> cannot hold the text ${JSON.stringify(text)}; text goes into props.`);
}

function withoutChildren(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([name]) => name !== "children"));
}

const named = (types: readonly ElementType[]) => types.map((type) => `<${type}>`).join(", ") || "nothing";

function append(parent: Branch, node: HostNode): void {
  remove(parent, node);
  parent.children.push(node);
}

function insert(parent: Branch, node: HostNode, before: HostNode): void {
  remove(parent, node);
  parent.children.splice(parent.children.indexOf(before), 0, node);
}

function remove(parent: Branch, node: HostNode): void {
  const index = parent.children.indexOf(node);
  if (index >= 0) parent.children.splice(index, 1);
}

function refuseSuspense(): never {
  throw new HostError("Suspense would take away what is drawn: a command shows isLoading instead.");
}

/**
 * Every update is as urgent as a key press: React then commits it in the next microtask instead of a later turn of the
 * event loop, which keeps tests free of waiting and of chance.
 */
const config = {
  supportsMutation: true,
  supportsPersistence: false,
  supportsHydration: false,
  isPrimaryRenderer: true,
  supportsMicrotasks: true,
  scheduleMicrotask: queueMicrotask,
  scheduleTimeout: setTimeout,
  cancelTimeout: clearTimeout,
  noTimeout: -1,
  // A null context means "none yet" to React, so the root must have one.
  getRootHostContext: (): NodeContext => "root",
  getChildHostContext: (_parent: NodeContext, type: ElementType): NodeContext => type,
  getPublicInstance: (node: HostNode) => node,
  createInstance: createNode,
  createTextInstance: refuseText,
  shouldSetTextContent: () => false,
  finalizeInitialChildren: () => false,
  appendInitialChild: append,
  appendChild: append,
  appendChildToContainer: append,
  insertBefore: insert,
  insertInContainerBefore: insert,
  removeChild: remove,
  removeChildFromContainer: remove,
  clearContainer: (container: Container) => container.children.splice(0),
  commitUpdate: (node: { props: Props }, _type: string, _before: Props, props: Props) => {
    node.props = withoutChildren(props);
  },
  prepareForCommit: () => null,
  resetAfterCommit: (container: Container) => container.onCommit(),
  setCurrentUpdatePriority: nothing,
  getCurrentUpdatePriority: () => DiscreteEventPriority,
  resolveUpdatePriority: () => DiscreteEventPriority,
  resolveEventType: () => null,
  resolveEventTimeStamp: () => -1.1,
  trackSchedulerEvent: nothing,
  shouldAttemptEagerTransition: () => false,
  NotPendingTransition: null,
  HostTransitionContext: createContext(null),
  hideInstance: refuseSuspense,
  unhideInstance: nothing,
  maySuspendCommit: () => false,
  startSuspendingCommit: nothing,
  waitForCommitToBeReady: () => null,
  detachDeletedInstance: nothing,
  requestPostPaintCallback: nothing,
  preparePortalMount: nothing,
};

// The published types describe React 18's renderers; Renderer above is what 0.31 really takes and gives.
const renderer = (createReconciler as unknown as (hostConfig: typeof config) => Renderer)(config);

/**
 * Starts drawing into a container. An error that no boundary of the command catches goes to onError, and so does a
 * HostError that one does catch: a boundary must not hide what Raycast would refuse.
 */
export function createRoot(container: Container, onError: (error: unknown) => void): Root {
  const onCaught = (error: unknown) => {
    if (error instanceof HostError) onError(error);
  };
  const root = renderer.createContainer(
    container,
    ConcurrentRoot,
    null,
    false,
    null,
    "",
    onError,
    onCaught,
    onError,
    null,
  );
  const flush = () => {
    renderer.flushSyncWork();
    // Passive effects may set state, and their commits may have effects again.
    while (renderer.flushPassiveEffects()) renderer.flushSyncWork();
  };
  return { render: (element) => renderer.updateContainerSync(element, root, null, null), flush };
}
