"""One file for each step; its `down_revision` names the step before."""
