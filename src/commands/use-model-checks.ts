import { useCallback, useEffect, useState } from "react";
import type { Models } from "../models/models";
import type { ProviderCheck } from "../models/open-models";

/** How the providers stand: each is there as soon as it is known. */
export type ModelChecks = { checks: readonly ProviderCheck[]; isChecking: boolean; checkAgain: () => void };

/** Asks every provider once there are models to ask for, and again when wanted; what was known shows until then. */
export function useModelChecks(models: Pick<Models, "check"> | undefined): ModelChecks {
  const [checks, setChecks] = useState<readonly ProviderCheck[]>([]);
  const [attempt, setAttempt] = useState(1);
  const [finished, setFinished] = useState(0);

  useEffect(() => {
    if (models === undefined) return undefined;
    const closing = new AbortController();
    const { signal } = closing;
    const ask = async () => {
      for await (const check of models.check(signal)) {
        if (signal.aborted) return;
        setChecks((before) => [...before.filter(({ provider }) => provider !== check.provider), check]);
      }
    };
    const finish = () => {
      if (!signal.aborted) setFinished(attempt);
    };
    // What a check has to say is a value: it only rejects when it is given up.
    ask().then(finish, finish);
    return () => closing.abort();
  }, [models, attempt]);

  const checkAgain = useCallback(() => setAttempt((before) => before + 1), []);
  return { checks, isChecking: finished < attempt, checkAgain };
}
