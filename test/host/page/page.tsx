import { useEffect, useState } from "preact/hooks";
import type { Frame, Screen } from "../frame/frame";
import type { Connection, LinkState } from "./connection";
import { Desktop } from "./desktop/desktop";
import { AckContext, SendContext } from "./host-context";
import { keepScreens } from "./kept-screens";
import "./page.css";

interface Shown {
  readonly frame: Frame;
  readonly screens: readonly Screen[];
}

/** Everything: the desktop with the window, as the host tells it. */
export function Page({ connection }: { connection: Connection }) {
  const { page, send } = connection;

  const [shown, setShown] = useState<Shown>();
  const [link, setLink] = useState<LinkState>("connecting");
  useEffect(
    () =>
      connection.subscribe((frame, state) => {
        setLink(state);
        if (frame !== undefined) setShown((before) => next(before, frame));
      }),
    [connection],
  );
  const appearance =
    shown?.frame.appearance ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  useEffect(() => {
    document.documentElement.dataset["appearance"] = appearance;
  }, [appearance]);

  return (
    <SendContext.Provider value={send}>
      <AckContext.Provider value={shown?.frame.acks[page] ?? 0}>
        {shown !== undefined && <Desktop frame={shown.frame} screens={shown.screens} />}
        {link !== "live" && <LinkNotice link={link} />}
      </AckContext.Provider>
    </SendContext.Provider>
  );
}

function next(before: Shown | undefined, frame: Frame): Shown {
  if (before?.frame === frame) return before;
  return { frame, screens: keepScreens(before?.screens ?? [], frame.stage) };
}

function LinkNotice({ link }: { link: Exclude<LinkState, "live"> }) {
  return (
    <div class={`link-notice floating is-${link}`} role="status">
      {link === "lost" ? "The preview host has stopped. Run npm start again." : "Connecting to the preview host…"}
    </div>
  );
}
