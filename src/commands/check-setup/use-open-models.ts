import { useEffect, useState } from "react";
import type { ModelChoice } from "../../agent/ports/provider";
import type { Models } from "../../models/models";
import type { OpenModels } from "../../models/open-models";

/** The models with the person's choice of before; `closed` fires with the window. */
export type OpenedModels = { models: Models; choice: ModelChoice | undefined; closed: AbortSignal };

/** Opens the models with `open` for the life of the window; undefined until then. */
export function useOpenModels(open: () => Promise<OpenModels>): OpenedModels | undefined {
  const [opened, setOpened] = useState<OpenedModels>();

  useEffect(() => {
    const closing = new AbortController();
    const opening = open();
    const show = async () => {
      const { models } = await opening;
      const choice = await models.choice();
      if (!closing.signal.aborted) setOpened({ models, choice, closed: closing.signal });
    };
    void show();
    return () => {
      closing.abort();
      opening.then((opened) => opened.close()).catch(() => undefined);
    };
  }, [open]);

  return opened;
}
